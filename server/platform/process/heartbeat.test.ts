import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

let folder: string;
const log = { warn: vi.fn<() => void>() };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartbeat-'));
});

afterEach(async () => {
  vi.useRealTimers();
  log.warn.mockReset();
  await rm(folder, { recursive: true });
});

describe('the heartbeat', () => {
  const file = (): string => join(folder, 'heartbeat');
  const read = (): Promise<string | null> => readFile(file(), 'utf8').catch(() => null);

  it('renews its file while the process works, and no longer when it does not', async () => {
    let working = true;
    const heartbeat = new Heartbeat(file(), async () => working, log);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T08:00:00Z') });
    await heartbeat.beat();
    expect(await read()).toBe('2026-03-01T08:00:00.000Z\n');
    vi.setSystemTime(new Date('2026-03-01T08:00:10Z'));
    await heartbeat.beat();
    expect(await read()).toBe('2026-03-01T08:00:10.000Z\n');
    working = false;
    vi.setSystemTime(new Date('2026-03-01T08:00:20Z'));
    await heartbeat.beat();
    expect(await read()).toBe('2026-03-01T08:00:10.000Z\n');
  });

  it('is not renewed when the question fails, and says so in the log', async () => {
    const away = async (): Promise<boolean> => {
      throw new Error('no database');
    };
    await new Heartbeat(file(), away, log).beat();
    expect(await read()).toBeNull();
    expect(log.warn).toHaveBeenCalledOnce();
  });
});
