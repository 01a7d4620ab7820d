import { describe, expect, it } from 'vitest';
import { nextVersion, sealVersion } from './rowVersions.ts';

describe('the version of a seal', () => {
  it.each([
    ['ab12cd34.code', 1],
    ['ab12cd34.2.code', 2],
    ['ab12cd34.17.code', 17],
    ['ab12cd34.1.code', null],
    ['ab12cd34.02.code', null],
    ['ab12cd34.-2.code', null],
    ['ab12cd34.2.code.more', null],
    ['ab12cd34', null],
    ['', null],
    [null, null],
  ])('of %s is %s', (seal, version) => {
    expect(sealVersion(seal)).toBe(version);
  });
});

describe('the next version of a row', () => {
  const line = (version: number) => ({
    key: 'ab',
    seal: 'ab12cd34.code',
    facts: { action: 'row.version', targetKind: 'account', targetId: 'a', details: { version } },
  });

  it.each([
    ['a new row', null, null, 1],
    ['a row that was never changed', null, 'ab12cd34.code', 2],
    ['a row that was changed', line(4), 'ab12cd34.4.code', 5],
    ['a row that was put back', line(4), 'ab12cd34.code', 5],
    ['a row that was made again', line(4), null, 5],
  ])('of %s follows the newest line', (_, newestVersion, seal, next) => {
    expect(nextVersion({ newestVersion }, seal)).toBe(next);
  });
});
