import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { describe, expect, it, vi } from 'vitest';
import { exists, hasEnded, isRunning, startOf } from './processes.ts';

/** Above the largest process id of Linux (proc(5), pid_max). */
const NOBODY = 4_194_305;

describe('processes', () => {
  it('knows one that runs from one that never did', async () => {
    expect(exists(process.pid)).toBe(true);
    expect(await isRunning(process.pid)).toBe(true);
    expect(await hasEnded(process.pid, 50)).toBe(false);
    expect(exists(NOBODY)).toBe(false);
    expect(await isRunning(NOBODY)).toBe(false);
    expect(await hasEnded(NOBODY, 50)).toBe(true);
  });

  it('tells the start of a process from the start of another', async () => {
    expect(await startOf(process.pid)).toBe(await startOf(process.pid));
    expect(await startOf(process.pid)).not.toBe(await startOf(process.ppid));
    expect(await startOf(NOBODY)).toBeNull();
  });

  it('counts one that has ended as ended, also while nobody collects it', async () => {
    // The shell turns into `sleep`, which never asks for the child that the shell had; only then may the child end.
    const script = 'exec 3<&0; (read line <&3) & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      for await (const line of createInterface(parent.stdout)) {
        const child = Number(line);
        expect(await isRunning(child)).toBe(true);
        await vi.waitFor(async () => expect(await readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'), {
          timeout: 5_000,
        });
        parent.stdin.end();
        await vi.waitFor(async () => expect(await isRunning(child)).toBe(false), { timeout: 5_000 });
        expect(exists(child)).toBe(true);
        break;
      }
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
