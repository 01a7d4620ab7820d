import { describe, expect, it } from 'vitest';
import { laterStages, mayMove, moveRefusal, nextStage, STAGES, stageProgressPercent } from './stages.ts';

describe('the journey of a lot', () => {
  const allowed = STAGES.flatMap((from, i) => STAGES.map((to, j) => ({ from, to, allowed: j > i })));

  it.each(allowed)('$from -> $to: $allowed', ({ from, to, allowed: expected }) => {
    expect(mayMove(from, to)).toBe(expected);
    expect(moveRefusal(from, to) === null).toBe(expected);
    expect(laterStages(from).includes(to)).toBe(expected);
  });

  it('offers exactly the next stage, and none after delivered', () => {
    expect(STAGES.map(nextStage)).toEqual(['fermented', 'drying', 'processed', 'shipped', 'delivered', null]);
  });

  it.each([
    ['harvested', 100 / 6],
    ['processed', (4 / 6) * 100],
    ['delivered', 100],
  ] as const)('%s is %d percent of the way', (stage, percent) => {
    expect(stageProgressPercent(stage)).toBeCloseTo(percent, 9);
  });

  it('says why a lot does not move', () => {
    expect(moveRefusal('delivered', 'shipped')?.text).toContain('delivered');
    expect(moveRefusal('drying', 'drying')?.text).toContain('already in stage drying');
    expect(moveRefusal('drying', 'harvested')?.text).toContain('cannot go back to harvested');
  });
});
