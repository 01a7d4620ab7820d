import { describe, expect, it } from 'vitest';
import { INITIAL_LIST, type LotListState } from './lotList.ts';
import { readColumns, readLayout, readLotList, writeLotList } from './lotListAddress.ts';

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
    kind: '',
    farmId: 'FARM001',
    importId: '3f0e8b52-6c4f-4c58-9f0e-2f6a5b1f7c11',
    harvestedFrom: '2026-01-01',
    harvestedTo: '2026-02-28',
    alert: 'open',
    check: 'never',
    quality: '80',
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
    'import=mine',
    'from=2026-02-30',
    'to=yesterday',
    'alert=maybe',
    'check=old',
    'quality=85',
    'sort=color',
    'order=up',
    'color=blue',
  ])('ignores %s', (text) => {
    expect(readLotList(new URLSearchParams(text))).toEqual(INITIAL_LIST);
    expect(readLayout(new URLSearchParams('layout=list'))).toBeNull();
  });

  it('has the choice of columns', () => {
    const columns = { farmId: true, grade: false };
    const params = writeLotList(INITIAL_LIST, null, columns);
    expect(params.toString()).toBe('columns=farmId.-grade');
    expect(readColumns(params)).toEqual(columns);
    expect(readColumns(new URLSearchParams('columns=a..b'))).toBeNull();
  });

  it('limits the search text like the server', () => {
    expect(readLotList(new URLSearchParams({ search: 'x'.repeat(400) })).search).toHaveLength(100);
  });
});
