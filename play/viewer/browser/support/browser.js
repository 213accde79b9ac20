/** One browser and one server for a test file, with pages that fail the test if anything goes wrong in them. */

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { startServer } from './server.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 360, height: 740 };

/** A browser with its own profile. `options` are those of a page: viewport, colour scheme, touch. */
export async function openBrowser(options = {}) {
  const profile = mkdtempSync(join(process.env.SCRATCH ?? tmpdir(), 'profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM,
    headless: true,
    args: FLAGS,
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  return context;
}

/**
 * For a test file: starts a server and a browser before its tests and ends both after them; `serving` goes to `startServer`. Each page must be opened with `open`,
 * and `use` runs one page, which `prepare` may change before it is loaded, and then asserts that nothing went wrong: no error on the console, no exception, nothing
 * that the page's security policy forbade, no request to another host.
 */
export function viewer(options = {}, serving = {}) {
  const it = { address: null, context: null };
  let server = null;
  before(async () => {
    server = await startServer(serving);
    it.address = server.address;
    it.context = await openBrowser(options);
  });
  after(async () => {
    await it.context?.close();
    server?.stop();
  });
  it.use = async (path, act, expected = [], prepare = async () => {}) => {
    const page = await it.context.newPage();
    const faults = watch(page, it.address);
    try {
      await prepare(page);
      await page.goto(`${it.address}/${path}`);
      await act(page);
      assert.deepEqual(faults.filter((fault) => !expected.some((known) => known.test(fault))), []);
    } catch (error) {
      const shown = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ')).catch(() => 'nothing');
      throw new Error([error.message, ...faults.map((fault) => `the page: ${fault}`), `it shows: ${shown}`].join('\n'), { cause: error });
    } finally {
      // The choices of one test do not affect the next.
      await page.evaluate(() => window.localStorage.clear()).catch(() => {});
      // Answers that are still being changed for the page end with it.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    }
  };
  return it;
}

/** The list of everything that goes wrong on a page, filled as it happens. */
export function watch(page, address) {
  const faults = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob|about):/.test(url)) faults.push(`asked elsewhere: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const { errorText } = request.failure() ?? {};
    if (errorText !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${errorText}`);
  });
  return faults;
}
