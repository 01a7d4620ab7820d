import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../process/packageRoot.ts';
import { storedFileName, detectFile } from './fileContent.ts';
import { BrokenPicture, jpegSize, MOST_PARTS, plainJpeg, plainPng } from './pictureSegments.ts';

/**
 * Photographs with a location (5°13'20"S 145°47'13"E), a device, a name, a comment, and data that phones append after
 * the end.
 */
const pictures = join(packageRoot, 'tests/fixtures/pictures');
const jpeg = await readFile(join(pictures, 'gps.jpg'));
const png = await readFile(join(pictures, 'gps.png'));

const TELLING = ['Exif', 'FieldPhone', 'Grace Kila', 'Kila farm', '2026:11:03', 'SEFT', 'Author'];
const told = (bytes: Buffer): string[] => TELLING.filter((word) => bytes.includes(word));
/** The two 32-bit halves of 5/1, as a place in EXIF begins. */
const PLACE = Buffer.from('0000000500000001', 'hex');
const PLACE_TURNED = Buffer.from('0500000001000000', 'hex');
const hasPlace = (bytes: Buffer): boolean => bytes.includes(PLACE) || bytes.includes(PLACE_TURNED);

/** The marks of a JPEG's segments up to its first scan. */
function marksOf(bytes: Buffer): number[] {
  const marks: number[] = [];
  for (let at = 2; at < bytes.length && marks.at(-1) !== 0xda; at += 2 + bytes.readUInt16BE(at + 2)) {
    marks.push(bytes[at + 1] ?? 0);
  }
  return marks;
}

describe('a JPEG photograph', () => {
  it('loses place, device, names, comment, thumbnail and what stands behind its end', () => {
    expect(told(jpeg)).toEqual(['Exif', 'FieldPhone', 'Grace Kila', 'Kila farm', '2026:11:03', 'SEFT']);
    expect(hasPlace(jpeg)).toBe(true);
    const plain = plainJpeg(jpeg);
    expect(told(plain)).toEqual([]);
    expect(hasPlace(plain)).toBe(false);
    expect(plain.subarray(-2)).toEqual(Buffer.of(0xff, 0xd9));
  });

  it('keeps its color profile and every bit that draws it', () => {
    const plain = plainJpeg(jpeg);
    expect(marksOf(plain)).toContain(0xe2);
    expect(marksOf(plain).filter((mark) => mark > 0xe2 && mark < 0xee)).toEqual([]);
    // From the quantisation tables on to the end of the first picture, byte by byte.
    const tables = (bytes: Buffer): number => bytes.indexOf(Buffer.of(0xff, 0xdb));
    const picture = plain.subarray(tables(plain));
    expect(jpeg.subarray(tables(jpeg), tables(jpeg) + picture.length).equals(picture)).toBe(true);
    expect(plainJpeg(plain).equals(plain)).toBe(true);
  });

  /** A segment of a JPEG picture. */
  const segment = (mark: number, content: Buffer | string): Buffer => {
    const head = Buffer.of(0xff, mark, 0, 0);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, Buffer.from(content)]);
  };
  /** The picture with more segments before its tables. */
  const withSegments = (...more: Buffer[]): Buffer => {
    const at = jpeg.indexOf(Buffer.of(0xff, 0xdb));
    return Buffer.concat([jpeg.subarray(0, at), ...more, jpeg.subarray(at)]);
  };

  it('keeps no segment whose mark is not of those that draw it, whatever it is', () => {
    const drawing = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf]);
    for (const mark of [0xd8, 0xda, 0xdb, 0xdd, 0xd9]) drawing.add(mark);
    for (let mark = 2; mark < 0xff; mark += 1) {
      if (drawing.has(mark)) continue;
      expect(
        plainJpeg(withSegments(segment(mark, 'Kila farm'))).equals(plainJpeg(jpeg)),
        `0x${mark.toString(16)}`,
      ).toBe(true);
    }
  });

  it('tells its width and height', () => {
    expect(jpegSize(plainJpeg(jpeg))).toEqual({ width: 40, height: 24 });
    expect(jpegSize(Buffer.of(0xff, 0xd8, 0xff, 0xd9))).toBeNull();
  });

  it('with a table, a frame or a scan that is longer than its form says is refused', () => {
    for (const mark of [0xc0, 0xc2, 0xc4, 0xcc, 0xda, 0xdb, 0xdd]) {
      expect(() => plainJpeg(withSegments(segment(mark, `\u0000${'Kila farm'.repeat(30)}`)))).toThrow(BrokenPicture);
    }
  });

  it('loses a color profile that is not whole, or holds more than it says', () => {
    const at = jpeg.indexOf('ICC_PROFILE');
    const part = jpeg.subarray(at - 4, at - 2 + jpeg.readUInt16BE(at - 2));
    const without = Buffer.concat([jpeg.subarray(0, at - 4), jpeg.subarray(at - 4 + part.length)]);
    const place = without.indexOf(Buffer.of(0xff, 0xdb));
    const withProfile = (one: Buffer) => Buffer.concat([without.subarray(0, place), one, without.subarray(place)]);
    expect(plainJpeg(withProfile(part)).equals(plainJpeg(jpeg))).toBe(true);
    const content = part.subarray(4);
    const wrong = Buffer.from(content);
    wrong[12] = 2;
    for (const other of [
      Buffer.concat([content, Buffer.from('Kila farm')]),
      wrong,
      Buffer.from('ICC_PROFILE\0\u0001\u0001Kila farm'),
    ]) {
      expect(plainJpeg(withProfile(segment(0xe2, other))).equals(plainJpeg(without))).toBe(true);
    }
  });

  it('of more segments than any camera writes is refused', () => {
    expect(() => plainJpeg(withSegments(...Array<Buffer>(MOST_PARTS).fill(segment(0xfe, ''))))).toThrow(BrokenPicture);
  });

  it('that breaks off anywhere is refused', () => {
    const plain = plainJpeg(jpeg);
    for (let length = 2; length < plain.length; length += 7) {
      expect(() => plainJpeg(plain.subarray(0, length)), `${length} bytes`).toThrow(BrokenPicture);
    }
    expect(() => plainJpeg(Buffer.of(0xff, 0xd8, 0xff, 0xd9))).toThrow(BrokenPicture);
  });
});

/** A chunk of a PNG picture, whole. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

describe('a PNG picture', () => {
  it('loses EXIF, texts, time and what stands behind its end, and keeps its pixels', () => {
    const timed = Buffer.concat([png.subarray(0, 33), chunk('tIME', Buffer.alloc(7)), png.subarray(33)]);
    expect(told(timed)).toEqual(['FieldPhone', 'Grace Kila', 'Kila farm', '2026:11:03', 'Author']);
    const plain = plainPng(timed);
    expect(told(plain)).toEqual([]);
    expect(hasPlace(plain)).toBe(false);
    expect(['tIME', 'eXIf', 'tEXt', 'iTXt'].filter((type) => plain.includes(type))).toEqual([]);
    const pixels = png.subarray(png.indexOf('IDAT') - 4, png.indexOf('IEND') + 8);
    expect(plain.includes(pixels)).toBe(true);
  });

  it('loses what a chunk holds beyond its form, and chunks that come twice', () => {
    const at = png.indexOf('IDAT') - 4;
    const more = [
      chunk('pHYs', Buffer.from('Kila farm, and more')),
      chunk('gAMA', Buffer.alloc(4)),
      chunk('gAMA', Buffer.from('Kila')),
    ];
    const plain = plainPng(Buffer.concat([png.subarray(0, at), ...more, png.subarray(at)]));
    expect(told(plain)).toEqual([]);
    expect(plain.includes('gAMA') && !plain.includes('Kila')).toBe(true);
  });

  it('of more chunks than any camera writes is refused', () => {
    const many = Array<Buffer>(MOST_PARTS).fill(chunk('tEXt', Buffer.alloc(0)));
    expect(() => plainPng(Buffer.concat([png.subarray(0, 33), ...many, png.subarray(33)]))).toThrow(BrokenPicture);
  });

  it('that breaks off, or has no header, is refused', () => {
    const plain = plainPng(png);
    for (let length = 8; length < plain.length; length += 7) {
      expect(() => plainPng(plain.subarray(0, length)), `${length} bytes`).toThrow(BrokenPicture);
    }
    expect(() => plainPng(Buffer.concat([png.subarray(0, 8), chunk('tEXt', Buffer.from('a')), png]))).toThrow(
      BrokenPicture,
    );
  });
});

describe('what a file is', () => {
  it.each([
    ['a photograph', jpeg, 'image/jpeg'],
    ['a picture', png, 'image/png'],
    ['a paper', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'), 'application/pdf'],
    ['an outline', Buffer.from('{"type":"Polygon","coordinates":[]}'), 'application/geo+json'],
    ['half a photograph', jpeg.subarray(0, 900), undefined],
    ['half a paper', Buffer.from('%PDF-1.7\n1 0 obj'), undefined],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), undefined],
    ['JSON of no geometry', Buffer.from('{"type":"Invoice"}'), undefined],
    ['a program', Buffer.from('7f454c46', 'hex'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('its bytes say: %s', (_name, bytes, type) => {
    expect(detectFile(bytes)?.type).toBe(type);
  });

  it.each([
    ['../../etc/passwd.png', 'passwd.jpg'],
    ['C:\\photos\\Lot 7.HEIC', 'Lot 7.jpg'],
    ['.htaccess', 'file.jpg'],
    ['a\u0000b\u202egnp.exe', 'abgnp.jpg'],
    ['', 'file.jpg'],
    [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(120)}.jpg`],
    ['Bilum é.jpeg', 'Bilum é.jpg'],
  ])('stands in the ending of its name, %j', (given, name) => {
    expect(storedFileName(given, 'image/jpeg')).toBe(name);
  });
});
