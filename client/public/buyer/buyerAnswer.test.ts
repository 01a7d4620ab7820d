import { afterEach, describe, expect, it, vi } from 'vitest';
import { buyerToken, fetchBuyerConsignment, readBuyerConsignment } from './buyerAnswer.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answered = (status: number, body: unknown = {}) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
const load = () => fetchBuyerConsignment('t'.repeat(43), new AbortController().signal);

describe('what a link shows', () => {
  it('is read member by member; what is missing is unknown', () => {
    const consignment = readBuyerConsignment({
      data: {
        consignment: {
          number: 'C-1',
          state: 'shipped',
          weight: 'heavy',
          lots: [{ lotId: 'LOT701', weight: 2.5 }, { weight: 1 }, null],
          alerts: [{ title: 'Smoke', severity: 'huge', status: 'active', lotId: 'LOT701' }],
          statements: [
            { internalReference: 'C-1', state: 'available', referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: 7 },
            { internalReference: 'C-1-2', state: 'draft' },
            { state: 'available' },
          ],
        },
      },
    });
    expect(consignment).toMatchObject({
      weight: null,
      lots: [{ lotId: 'LOT701', weight: 2.5 }],
      lotCount: 1,
      alerts: [{ severity: null, status: 'active' }],
      statements: [
        { internalReference: 'C-1', state: 'available', referenceNumber: '26BE7XTVCZAQ2S', verificationNumber: null },
      ],
    });
    expect(readBuyerConsignment({ data: { consignment: { number: 'C-1', state: 'lost' } } })).toBeNull();
    expect(readBuyerConsignment(null)).toBeNull();
  });

  it.each([
    [410, 'over'],
    [404, 'unknown'],
    [400, 'unknown'],
    [429, 'busy'],
    [503, 'failed'],
    [200, 'failed'],
  ])('status %i without a consignment is %s', async (status, kind) => {
    answered(status);
    expect(await load()).toEqual({ kind });
  });

  it('a lost connection is a failure; a path without a token asks nothing', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await load()).toEqual({ kind: 'failed' });
    expect(await fetchBuyerConsignment(buyerToken('/buyer/a.b'), new AbortController().signal)).toEqual({
      kind: 'unknown',
    });
    expect(buyerToken('/buyer/Ab_-9/')).toBe('Ab_-9');
  });
});
