// The server and the client, both reloading on changes. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const commands = [
  ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['vite/bin/vite.js', '--config', 'client/vite.config.ts'],
];

const programs = commands.map(([program, ...options]) =>
  spawn(process.execPath, [join(root, 'node_modules', program), ...options], { cwd: root, stdio: 'inherit' }),
);

let ending = false;
function endAll(signal) {
  ending = true;
  for (const program of programs) program.kill(signal);
}

for (const program of programs) {
  program.on('exit', (status) => {
    if (ending) return;
    // One without the other is of no use.
    process.exitCode = status ?? 1;
    endAll('SIGTERM');
  });
}
// Ctrl-C reaches them from the terminal as well; each takes the first and lets the second pass.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));
