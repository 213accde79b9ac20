/** The names of this site's caches. Sites in other folders of the same host have their own. */

/** `pieces` of tables, or the `module`; `service.js` uses the same names. */
export function cacheName(kind) {
  return `nexsolve ${new URL('./', import.meta.url).pathname} ${kind}`;
}
