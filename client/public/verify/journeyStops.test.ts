import { describe, expect, it } from 'vitest';
import { journeyStops } from './journeyStops.ts';
import { readLotAnswer } from './publicAnswers.ts';

function stops(lot: Record<string, unknown>, journey: unknown = null) {
  const answer = readLotAnswer({ lot: { lotId: 'LOT1', ...lot }, journey });
  if (answer === null) throw new Error('not a lot');
  return journeyStops(answer);
}

describe('journeyStops', () => {
  it('shows stages before the current one as done, it as in progress and the others as pending', () => {
    expect(stops({ currentProcess: 'drying' }).map(({ stage, state }) => `${stage} ${state}`)).toEqual([
      'harvested done',
      'fermented done',
      'drying in progress',
      'processed pending',
      'shipped pending',
      'delivered pending',
    ]);
  });

  it('claims nothing when the stage is not known', () => {
    expect(stops({}).every(({ state }) => state === 'pending')).toBe(true);
  });

  it('takes the days from the chain, and none for a stage that was passed over or lies ahead', () => {
    const entry = (stage: string, timestamp: string) => ({ stage, timestamp, location: 'Madang', details: null });
    const chain = [
      entry('harvested', '2026-03-01T08:00:00Z'),
      entry('drying', '2026-03-09T08:00:00Z'),
      // A lot that differs from its record.
      entry('delivered', '2026-04-09T08:00:00Z'),
      { stage: 'roasted' },
    ];
    expect(stops({ currentProcess: 'drying' }, chain).map(({ entry: found }) => found?.timestamp ?? null)).toEqual([
      '2026-03-01T08:00:00Z',
      null,
      '2026-03-09T08:00:00Z',
      null,
      null,
      null,
    ]);
  });
});
