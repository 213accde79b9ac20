/** A worker that answers requests with a WebAssembly module. The first message is the module and the list of the site's files; each further one is a request, whose number the answer repeats. */
import { forgetOthers, forgettingDamage, remoteFile } from './remote.js';
import { createSystem } from './wasi.js';

const MEMORY_MIB = 384;
const DATABASES = '/databases';
const NETWORKS = '/networks';

let started = null;

addEventListener('message', async ({ data }) => {
  if (data.module) {
    started = start(data.module, data.files);
    started.catch(() => {}); // Told to each request.
    return;
  }
  const { number, route, document } = data;
  try {
    const answer = await started;
    const tell = (line) => postMessage({ number, line });
    postMessage({ number, ...(await forgettingDamage(() => answer(route, document, tell))) });
  } catch (error) {
    // The module, or a file of the site, has failed. The page ends this worker, and starts another one for the next request.
    postMessage({ number, failed: error.message });
  }
});

/** Opens the databases of the site, and returns a function that answers a request. */
async function start(module, { databases, networks }) {
  const system = createSystem();
  for (const { folder, files } of databases) {
    for (const { name, bytes, digest } of files) {
      system.add(`${DATABASES}/${folder}/${name}`, remoteFile(new URL(`./databases/${folder}/${name}?${digest}`, import.meta.url), bytes));
    }
  }
  for (const { name, bytes, digest } of networks ?? []) {
    system.add(`${NETWORKS}/${name}`, remoteFile(new URL(`./networks/${name}?${digest}`, import.meta.url), bytes));
  }
  forgetOthers();
  system.folder('/tmp');
  const { exports } = await WebAssembly.instantiate(module, system.imports(module));
  system.use(exports.memory);
  exports._initialize?.();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const write = (text) => {
    const bytes = encoder.encode(text);
    const at = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  const read = () => decoder.decode(new Uint8Array(exports.memory.buffer, exports.place(), exports.length()));
  write(databases.map(({ folder }) => `${DATABASES}/${folder}`).join('\n'));
  if (!exports.start(MEMORY_MIB)) throw new Error(read());
  return (route, document, tell) => {
    system.hear(tell);
    write(`${route}\n${document}`);
    const status = exports.answer();
    return { status, text: read() };
  };
}
