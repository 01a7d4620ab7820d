import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../process/packageRoot.ts';
import { cameraFacts } from './cameraFacts.ts';
import { plainJpeg } from './pictureSegments.ts';

const pictures = join(packageRoot, 'tests/fixtures/pictures');
const jpeg = await readFile(join(pictures, 'gps.jpg'));
const png = await readFile(join(pictures, 'gps.png'));
/** 5°13'20"S 145°47'12.84"E, as the fixtures were made. */
const PLACE = { latMicro: -5_222_222, lonMicro: 145_786_900 };
const TAKEN = '2026-11-03T08:14:55';

/** The picture with some bytes of its EXIF data written anew. */
function changed(from: string | Buffer, to: string | Buffer): Buffer {
  const at = jpeg.indexOf(from);
  expect(at).toBeGreaterThan(0);
  const copy = Buffer.from(jpeg);
  Buffer.from(to).copy(copy, at);
  return copy;
}

describe('place and time of a photo', () => {
  it.each([
    ['a JPEG', jpeg],
    ['a PNG', png],
  ])('are read from %s', (_name, bytes) => {
    expect(cameraFacts(bytes)).toEqual({ place: PLACE, takenAt: TAKEN });
  });

  it('are not there once the picture was cleaned, nor in other files', () => {
    expect(cameraFacts(plainJpeg(jpeg))).toBeNull();
    expect(cameraFacts(Buffer.from('%PDF-1.7'))).toBeNull();
    expect(cameraFacts(Buffer.alloc(0))).toBeNull();
  });

  it.each([
    ['a day that no calendar has', '2026:02:30'],
    ['zeros', '0000:00:00'],
    ['blanks', '    :  :  '],
  ])('leave out a time of %s', (_name, day) => {
    expect(cameraFacts(changed('2026:11:03', day))).toEqual({ place: PLACE, takenAt: null });
  });

  it('leave out a position beyond the poles, and the zeros of a camera without a fix', () => {
    const degrees = Buffer.from('0000000500000001', 'hex');
    expect(cameraFacts(changed(degrees, Buffer.from('0000005b00000001', 'hex')))?.place).toBeNull();
    const at = jpeg.indexOf(degrees);
    const zeros = Buffer.from(jpeg);
    zeros.fill(0, at, at + 48);
    expect(cameraFacts(zeros)).toEqual({ place: null, takenAt: TAKEN });
  });

  it('of damaged data are none, or within what a place and a time may be', () => {
    for (let at = 30; at < 0xf0; at += 1) {
      const damaged = Buffer.from(jpeg);
      damaged[at] = 0xff;
      const found = cameraFacts(damaged);
      if (found?.place) expect(Math.abs(found.place.latMicro)).toBeLessThanOrEqual(90e6);
      if (found?.takenAt) expect(found.takenAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    }
    for (let length = 3; length < 0xfc; length += 1)
      expect(cameraFacts(jpeg.subarray(0, length))?.place ?? null).toBeNull();
  });
});
