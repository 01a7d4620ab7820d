import { afterEach, describe, expect, it, vi } from 'vitest';
import { TamperedRows, type TamperedRow } from './tamperedRows.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('broken seals', () => {
  it('are told once for each row, and counted by kind', () => {
    const broken = new TamperedRows();
    const told: TamperedRow[] = [];
    broken.add('session', 'before');
    broken.onBroken((one) => told.push(one));
    broken.add('account', 'a');
    broken.add('account', 'a');
    broken.add('account', 'b');
    expect(told.map(({ kind, identity }) => [kind, identity])).toEqual([
      ['session', 'before'],
      ['account', 'a'],
      ['account', 'b'],
    ]);
    expect(broken.counts()).toEqual([
      { kind: 'account', count: 2 },
      { kind: 'session', count: 1 },
    ]);
  });

  it('are forgotten with the row that is whole again, and told anew after that', () => {
    const broken = new TamperedRows();
    const told: TamperedRow[] = [];
    broken.onBroken((one) => told.push(one));
    broken.add('account', 'a');
    broken.forget('session', 'a');
    expect(broken.counts()).toEqual([{ kind: 'account', count: 1 }]);
    broken.forget('account', 'a');
    expect(broken.counts()).toEqual([]);
    broken.add('account', 'a');
    expect(told).toHaveLength(2);
  });

  it('are forgotten when nobody has come upon them for a day', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T08:00:00Z') });
    const broken = new TamperedRows();
    broken.add('job', 'a');
    broken.add('job', 'b');
    vi.setSystemTime(new Date('2026-03-01T20:00:00Z'));
    broken.add('job', 'b');
    vi.setSystemTime(new Date('2026-03-02T09:00:00Z'));
    expect(broken.counts()).toEqual([{ kind: 'job', count: 1 }]);
  });

  it('are remembered up to a thousand', () => {
    const broken = new TamperedRows();
    for (let n = 0; n < 1_500; n += 1) broken.add('job', String(n));
    expect(broken.counts()).toEqual([{ kind: 'job', count: 1_000 }]);
  });
});
