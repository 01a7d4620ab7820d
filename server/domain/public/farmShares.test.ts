import { describe, expect, it } from 'vitest';
import { farmShares, SHOWN_FARMS, type FarmPart } from './farmShares.ts';

const part = (share: number, changes: Partial<FarmPart> = {}): FarmPart => ({
  share,
  lots: 1,
  place: { latMicro: -6_314_999, lonMicro: 143_955_555 },
  isAnonymized: false,
  ...changes,
});

describe('the shares of farms', () => {
  it('are in kilograms that sum to the weight, and in percent', () => {
    const { shares } = farmShares([part(1 / 3), part(1 / 3), part(1 / 3)], 1_000);
    expect(shares.map(({ weight }) => weight)).toEqual([0.333, 0.334, 0.333]);
    expect(shares.map(({ percent }) => percent)).toEqual([33.3, 33.3, 33.3]);
  });

  it('have places as the lots themselves show them', () => {
    const { shares } = farmShares([part(0.5), part(0.3, { isAnonymized: true }), part(0.2, { place: null })], 100);
    expect(shares.map(({ latitude, longitude }) => [latitude, longitude])).toEqual([
      [-6.31, 143.96],
      [-6.3, 144],
      [null, null],
    ]);
  });

  it('are one line beyond the listed farms, and nothing is lost there', () => {
    const count = SHOWN_FARMS + 40;
    const all = farmShares(
      Array.from({ length: count }, () => part(1 / count, { lots: 2 })),
      1_234_567,
    );
    expect(all.shares).toHaveLength(SHOWN_FARMS);
    expect(all).toMatchObject({ farms: count, lots: 2 * count, others: { farms: 40, lots: 80, percent: 40 } });
    const kg = all.shares.reduce((sum, { weight }) => sum + weight, all.others?.weight ?? 0);
    expect(Math.round(kg * 1_000)).toBe(1_234_567);
  });

  it('have no other line where all are listed', () => {
    expect(farmShares([part(1)], 50_000).others).toBeNull();
  });
});
