import { describe, expect, it } from 'vitest';
import { readScanned } from './readScanned.ts';

const OURS = ['https://trace.example', 'http://127.0.0.1:4000'];

describe('what a QR code holds', () => {
  it.each([
    'LOT701',
    '  lot701 ',
    'https://trace.example/verify/LOT701',
    'https://trace.example/verify/lot701?lang=fr#top',
    'http://127.0.0.1:4000/verify/LOT701/',
    '<LOT701>',
  ])('is a lot: %s', (text) => {
    expect(readScanned(text, OURS)).toEqual({ kind: 'lot', lotId: 'LOT701' });
  });

  it.each([
    ['https://elsewhere.example/verify/LOT701', 'elsewhere.example'],
    ['http://trace.example/verify/LOT701', 'trace.example'],
    ['https://trace.example@elsewhere.example/verify/LOT701', 'elsewhere.example'],
    ['HTTPS://ELSEWHERE.EXAMPLE:8443/', 'elsewhere.example:8443'],
  ])('is a link to another site: %s', (text, host) => {
    expect(readScanned(text, OURS)).toEqual({ kind: 'elsewhere', host });
  });

  it.each([
    '',
    'banana',
    'LOT',
    'javascript:alert(1)',
    'https://',
    'https://trace.example/admin/lots',
    'https://trace.example/verify',
    'https://trace.example/verify/LOT701/../../admin',
    `LOT${'9'.repeat(60)}`,
  ])('is nothing of ours: %s', (text) => {
    expect(readScanned(text, OURS)).toEqual({ kind: 'noLot' });
  });
});
