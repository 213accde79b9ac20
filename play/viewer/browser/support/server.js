/** Starts `nexsolve serve`, with the runner's databases or without any, and ends it. */

import { spawn } from 'node:child_process';

const START_SECONDS = 30;

/** Starts a server with the runner's databases, `isBare` without any, or with those of the `own` games in `own/`; resolves to its address and a way to end it. Rejects if it ends early or prints no address in time. */
export function startServer({ isBare = false, own = [] } = {}) {
  const { NEXSOLVE, NEXSOLVE_DBS = '' } = process.env;
  if (!NEXSOLVE) throw new Error('NEXSOLVE names no command: start the tests with play/viewer/browser/run');
  const folders = own.length > 0 ? own.map((name) => `${process.env.SCRATCH}/own/${name}`) : isBare ? [] : NEXSOLVE_DBS.split(' ').filter(Boolean);
  const databases = folders.flatMap((folder) => ['--db', folder]);
  const child = spawn(NEXSOLVE, ['serve', '--port', '0', ...databases], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  return new Promise((resolve, reject) => {
    const failed = (what) => {
      child.kill();
      reject(new Error(`nexsolve serve ${what}\n${said}`));
    };
    const timer = setTimeout(() => failed(`printed no address within ${START_SECONDS} s`), START_SECONDS * 1000);
    const hear = (bytes) => {
      said += bytes;
      const address = said.match(/http:\/\/[\w.\]:[]+:[1-9]\d*/);
      if (!address) return;
      clearTimeout(timer);
      resolve({ address: address[0], stop: () => child.kill() });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => failed(`cannot be started: ${error.message}`));
    child.on('exit', (code) => failed(`ended with ${code}`));
  });
}

/** Sends a request as the page does; returns the answer's document, whatever its status. */
export async function ask(address, route, body) {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${address}/api/v1/${route}`, body ? post : {});
  return response.json();
}
