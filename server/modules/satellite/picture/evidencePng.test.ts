import { describe, expect, it } from 'vitest';
import { plainPng } from '../../../../tests/support/plainPng.ts';
import type { ForestReading } from '../../../domain/forest/forest.ts';
import { evidencePng } from './evidencePng.ts';
import { png } from '../../../platform/png.ts';

const HASH = 'a'.repeat(64);
const reading: ForestReading = {
  dataset: 'Tiles',
  datasetVersion: 'v1',
  sample: true,
  window: [145, -5.0005, 145.001, -5],
  width: 4,
  height: 2,
  lossYear: [0, 0, 22, 15, 0, 0, 0, 0],
  treeCover2000: [0, 100, 50, 50, 50, 0, 0, 50],
  dataMask: [1, 1, 1, 1, 1, 2, 0, 1],
};
const drawn = async (
  changes: Partial<ForestReading> = {},
  place: { latitude: number; longitude: number } | null = null,
) => plainPng(await evidencePng({ lotId: 'LOT1', reading: { ...reading, ...changes }, place, evidenceHash: HASH }));

describe('the picture of a check', () => {
  it('shows each pixel by what it is, from the north-west', async () => {
    const picture = await drawn();
    expect([picture.width, picture.height]).toEqual([96, 48]);
    const corner = (column: number, row: number): string => picture.at(column * 24 + 2, row * 24 + 2);
    expect([0, 1, 2, 3].map((column) => corner(column, 0))).toEqual([
      '222 232 214',
      '47 107 60',
      '178 34 34',
      '150 124 96',
    ]);
    expect([1, 2].map((column) => corner(column, 1))).toEqual(['150 190 214', '236 236 236']);
  });

  it('says nothing by a color alone: years, waves, crosses', async () => {
    const picture = await drawn();
    const lightPoints = (column: number, row: number): number => {
      let count = 0;
      for (let y = 2; y < 23; y += 1) {
        for (let x = 2; x < 23; x += 1) if (picture.at(column * 24 + x, row * 24 + y) === '255 255 255') count += 1;
      }
      return count;
    };
    // Two figures of 3 by 5 points, each 2 by 2: '22' has 11 points a figure, '15' has 8 and 11.
    expect([lightPoints(2, 0), lightPoints(3, 0)]).toEqual([22 * 4, 19 * 4]);
    expect(lightPoints(1, 1)).toBeGreaterThan(10);
    expect(picture.at(2 * 24 + 12, 24 + 12)).toBe('38 30 26');
  });

  it('pales what is not the plot’s, and marks alerts and the place', async () => {
    const covered = [100, 0, 100, 100, 100, 100, 100, 100];
    const alert = { latMicro: -5_000_125, lonMicro: 145_000_125, date: '2024-01-01', confidence: 'high' } as const;
    const picture = await drawn({ covered, alerts: [alert] }, { latitude: -5.000375, longitude: 145.000875 });
    expect(picture.at(24 + 2, 2)).toBe('172 196 177');
    expect(picture.at(12, 12)).toBe('178 34 34');
    expect(picture.at(3 * 24 + 12, 24 + 12 - 14)).toBe('38 30 26');
  });

  it('names its lot, source and evidence in its texts, and is the same each time', async () => {
    const { texts } = await drawn();
    expect(texts.get('Title')).toBe('Satellite evidence of lot LOT1');
    expect(texts.get('Source')).toBe('Tiles, version v1 (sample data)');
    expect(texts.get('Comment')).toContain(HASH);
    const again = () => evidencePng({ lotId: 'LOT1', reading, place: null, evidenceHash: HASH });
    expect((await again()).equals(await again())).toBe(true);
  });

  it('of a wide window is no larger than a screen', async () => {
    const side = 400;
    const layer = (value: number): number[] => Array<number>(side * side).fill(value);
    const picture = await drawn({
      width: side,
      height: side,
      lossYear: layer(22),
      treeCover2000: layer(1),
      dataMask: layer(1),
    });
    expect([picture.width, picture.height]).toEqual([800, 800]);
    expect(picture.at(799, 799)).toBe('178 34 34');
  });

  it('is refused where pixels are missing', async () => {
    await expect(png(2, 2, new Uint8Array(11))).rejects.toBeInstanceOf(RangeError);
  });
});
