// node tests/beside.mjs [--live] SCRIPT...: npm scripts beside each other, as many at a time as there are cores, in their order. What
// each says is written when it ends; with --live the first is heard as it runs.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

const options = process.argv.slice(2);
const live = options[0] === '--live';
const waiting = live ? options.slice(1) : options;

/** Runs a script of package.json; answers whether it ended well. */
async function run(name, isHeard) {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: isHeard ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // npm is a script of its own on Windows, which only a shell starts.
    shell: process.platform === 'win32',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const [status, said, complained] = await Promise.all([
    ended,
    ...[child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))),
  ]);
  process.stdout.write(said);
  process.stderr.write(complained);
  console.log(`${name}: ${status === 0 ? 'done' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return status === 0;
}

async function runNext(isHeard) {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (!(await run(name, isHeard))) process.exitCode = 1;
  }
}

const places = Math.max(2, availableParallelism());
await Promise.all(Array.from({ length: places }, (_, place) => runNext(live && place === 0)));
