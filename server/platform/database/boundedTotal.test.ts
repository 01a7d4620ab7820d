import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundedTotal, type TotalCache } from './boundedTotal.ts';

/** A table of so many rows, which counts how often it was counted; a held one answers when it is let go. */
class Table {
  counts = 0;
  held: Promise<void> = Promise.resolve();

  constructor(public rows: number) {}

  async row<Row>(text: string): Promise<Row | null> {
    const bounded = text.includes('limit 10001');
    if (!bounded) {
      this.counts += 1;
      await this.held;
    }
    const answer: unknown = { count: bounded ? Math.min(this.rows, 10_001) : this.rows };
    return answer as Row;
  }
}

let table: Table;
let cache: TotalCache;
const total = (): Promise<number> => boundedTotal(table, cache, 'from lot l where true', []);
const later = (seconds: number): void => {
  vi.setSystemTime(Date.now() + seconds * 1000);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T08:00:00Z') });
  table = new Table(100_000);
  cache = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a total above 10,000', () => {
  it('is told as it was counted, for 5 s without another count', async () => {
    expect(await total()).toBe(100_000);
    table.rows = 100_001;
    later(4.9);
    expect(await total()).toBe(100_000);
    expect(table.counts).toBe(1);
  });

  it('is counted again by one caller from 5 s on, while the others take the known one', async () => {
    await total();
    table.rows = 100_001;
    const held = Promise.withResolvers<void>();
    table.held = held.promise;
    later(6);
    expect(await Promise.all([total(), total(), total()])).toEqual([100_000, 100_000, 100_000]);
    expect(table.counts).toBe(2);
    held.resolve();
    await vi.waitFor(async () => expect(await total()).toBe(100_001));
    expect(table.counts).toBe(2);
  });

  it('is never older than 10 s: then all wait for one count', async () => {
    await total();
    table.rows = 100_001;
    later(10);
    expect(await Promise.all([total(), total(), total()])).toEqual([100_001, 100_001, 100_001]);
    expect(table.counts).toBe(2);
  });
});

it('a total up to 10,000 is counted each time', async () => {
  table.rows = 10_000;
  expect(await total()).toBe(10_000);
  table.rows = 9_999;
  expect(await total()).toBe(9_999);
  expect(table.counts).toBe(0);
});
