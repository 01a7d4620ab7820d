import { describe, expect, it } from 'vitest';
import { INITIAL_LIST, type LotListState } from './lotList.ts';
import { readLayout, readLotList, writeLotList } from './lotListAddress.ts';

const CHOSEN: LotListState = {
  page: 3,
  limit: 48,
  search: 'quispe & sons',
  preset: 'readyToShip',
  filter: {
    variety: 'CCN-51',
    eudr: 'Pending Review',
    blockchain: 'pending',
    stage: 'drying',
    harvestedFrom: '2026-01-01',
    harvestedTo: '2026-02-28',
  },
  sort: 'weight',
  order: 'asc',
};

describe('the list in the address', () => {
  it('omits defaults', () => {
    expect(writeLotList(INITIAL_LIST, null).toString()).toBe('');
    expect(readLotList(new URLSearchParams())).toEqual(INITIAL_LIST);
  });

  it('is read as it was written', () => {
    const written = writeLotList(CHOSEN, 'compact').toString();
    expect(readLotList(new URLSearchParams(written))).toEqual(CHOSEN);
    expect(readLayout(new URLSearchParams(written))).toBe('compact');
  });

  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=99999999',
    'limit=13',
    'preset=mine',
    'variety=Amelonado',
    'eudr=no',
    'blockchain=failed',
    'stage=roasted',
    'from=2026-02-30',
    'to=yesterday',
    'sort=color',
    'order=up',
    'color=blue',
  ])('ignores %s', (text) => {
    expect(readLotList(new URLSearchParams(text))).toEqual(INITIAL_LIST);
    expect(readLayout(new URLSearchParams('layout=list'))).toBeNull();
  });

  it('limits the search text like the server', () => {
    expect(readLotList(new URLSearchParams({ search: 'x'.repeat(400) })).search).toHaveLength(100);
  });
});
