// Builds dist/server, dist/client, dist/pages, dist/render, dist/worker and dist/element, each only if its sources differ from those of its last build.
//   node server/build.mjs [--server] [--force]
// Runs on Node 20 or newer, before anything is compiled.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { COMPILED } from './bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const lock = join(dist, '.building');
const STAMP = '.sources';

const CLIENT_SOURCES = ['client', 'server/domain', 'messages', 'tsconfig.json', 'package.json', 'package-lock.json'];
const vite = (config, out) => ['vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn', '--outDir', out];

/** The program, the staff area, the public pages, the program that draws these on the server, the service workers of these and of the staff area, and the element for pages of others. */
const PARTS = [
  {
    name: 'server',
    sources: ['server', 'messages', 'tools/fabric-network', 'tsconfig.json', 'package-lock.json'],
    commands: (out) => [
      ['typescript/bin/tsc', '-p', 'server/tsconfig.json', '--outDir', COMPILED],
      vite('server/bundle.mjs', out),
    ],
    between: COMPILED,
    entry: 'main.js',
  },
  {
    name: 'client',
    sources: CLIENT_SOURCES,
    commands: (out) => [vite('client/vite.config.ts', out)],
    entry: 'index.html',
  },
  {
    name: 'pages',
    sources: CLIENT_SOURCES,
    commands: (out) => [vite('client/public/vite.config.ts', out)],
    entry: '.vite/manifest.json',
  },
  {
    name: 'render',
    sources: CLIENT_SOURCES,
    commands: (out) => [[...vite('client/public/vite.config.ts', out), '--ssr', 'public/render.tsx']],
    entry: 'render.js',
  },
  {
    name: 'worker',
    sources: ['client/public/offline', 'client/staff/offline', 'server/domain', 'tsconfig.json', 'package-lock.json'],
    commands: (out) => [
      vite('client/public/offline/vite.config.ts', out),
      vite('client/staff/offline/vite.config.ts', out),
    ],
    entry: 'worker.js',
  },
  {
    name: 'element',
    sources: CLIENT_SOURCES,
    commands: (out) => [vite('client/element/vite.config.ts', out)],
    entry: 'manam-proof.js',
    listing: 'manam-proof.json',
  },
];

class BuildFailed extends Error {}

/** Hash of the names and contents of a part's sources: a changed, added or removed file changes it, a touched one does not. */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(join(root, source))).sort()) {
    hash.update(relative(root, file).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (statSync(path).isDirectory()) return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
  return /\.test\.tsx?$/.test(path) ? [] : [path];
}

function isBuilt({ name, sources, entry }) {
  const out = join(dist, name);
  if (!existsSync(join(out, entry))) return false;
  return existsSync(join(out, STAMP)) && readFileSync(join(out, STAMP), 'utf8') === hashOf(sources);
}

async function build({ name, sources, commands, between, listing }) {
  const began = performance.now();
  console.log(`Building the ${name} ...`);
  const out = join(dist, `.new-${name}`);
  rmSync(out, { recursive: true, force: true });
  // Before the compiler reads them: later changes are built the next time.
  const stamp = hashOf(sources);
  for (const [program, ...options] of commands(out)) {
    if (!existsSync(join(root, 'node_modules', program)))
      throw new BuildFailed('node_modules is not complete: run npm ci first.');
    const compiler = spawn(process.execPath, [join(root, 'node_modules', program), ...options], {
      cwd: root,
      stdio: 'inherit',
    });
    const [status] = await once(compiler, 'close');
    if (status !== 0) {
      rmSync(out, { recursive: true, force: true });
      throw new BuildFailed(`The ${name} does not compile: see the messages above.`);
    }
  }
  if (between !== undefined) rmSync(between, { recursive: true, force: true });
  writeFileSync(join(out, STAMP), stamp);
  // The whole folder is replaced by renaming, so no stale file stays and no process sees half a build.
  const old = join(dist, `.old-${name}`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(join(dist, name))) renameSync(join(dist, name), old);
  renameSync(out, join(dist, name));
  rmSync(old, { recursive: true, force: true });
  console.log(`Built the ${name} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  if (listing !== undefined) console.log(readFileSync(join(dist, name, listing), 'utf8').trim());
}

/** Builds parts beside each other, as many at a time as there are cores. One that fails keeps those after it from beginning. */
async function buildAll(parts) {
  const waiting = [...parts];
  const buildNext = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      try {
        await build(part);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: availableParallelism() }, buildNext));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** One build at a time: a second one waits, then finds its work done. */
async function lockBuilds() {
  mkdirSync(dist, { recursive: true });
  const draft = `${lock}-${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    for (let told = false; !linked(draft); await delay(100)) {
      const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
      if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true });
      else if (holder > 0 && !told) console.log(`Waiting for another build (process ${holder}) ...`);
      told ||= holder > 0;
    }
  } finally {
    rmSync(draft);
  }
  process.on('exit', () => rmSync(lock, { force: true }));
}

/** A link appears with its content and only once. */
function linked(draft) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const options = process.argv.slice(2);
const unknown = options.find((option) => !['--server', '--force'].includes(option));
try {
  if (unknown !== undefined) throw new BuildFailed(`${unknown} is not an option; there are --server and --force.`);
  const parts = PARTS.filter(({ name }) => name === 'server' || !options.includes('--server'));
  const force = options.includes('--force');
  if (force || !parts.every(isBuilt)) {
    await lockBuilds();
    await buildAll(parts.filter((part) => force || !isBuilt(part)));
  }
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error;
  console.error(`Build failed: ${error.message}`);
  process.exitCode = 1;
}
