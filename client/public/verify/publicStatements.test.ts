import { afterEach, expect, it, vi } from 'vitest';
import { fetchPublicStatements, readPublicStatements } from './publicStatements.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const filed = {
  referenceNumber: '26BE7XTVCZAQ2S',
  verificationNumber: 'SFFCB4Y3',
  submittedAt: '2026-11-20T10:00:00Z',
};
const load = () => fetchPublicStatements('LOT701', new AbortController().signal);

it('statements of a lot are read if they have both numbers', () => {
  const statements = [filed, { ...filed, submittedAt: 7 }, { referenceNumber: '26BE7XTVCZAQ2S' }, null];
  expect(readPublicStatements({ data: { statements } })).toEqual([filed, { ...filed, submittedAt: null }]);
  expect(readPublicStatements(null)).toEqual([]);
});

it('what cannot be loaded is not shown', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { statements: [filed] } })));
  expect(await load()).toEqual([filed]);
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  expect(await load()).toEqual([]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await load()).toEqual([]);
});
