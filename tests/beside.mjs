// node tests/beside.mjs SCRIPT...: npm scripts beside each other, as many at a time as there are cores, in their order. What each says
// is written when it ends.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

const waiting = process.argv.slice(2);
const failed = [];

/** Runs a script of package.json; answers whether it ended well. */
async function run(name) {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a script of its own on Windows, which only a shell starts.
    shell: process.platform === 'win32',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [status, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  process.stdout.write(said);
  process.stderr.write(complained);
  console.log(`${name}: ${status === 0 ? 'done' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return status === 0;
}

async function runNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!(await run(name))) failed.push(name);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));
if (failed.length > 0) {
  process.exitCode = 1;
  console.log(['', 'Failed. To run each alone:', ...failed.map((name) => `  npm run ${name}`)].join('\n'));
}
