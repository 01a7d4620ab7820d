import { describe, expect, it } from 'vitest';
import {
  activeFilterCount,
  INITIAL_LIST,
  listVariables,
  lotListReducer,
  narrowedBy,
  type LotListAction,
} from './lotList.ts';

const onPage3 = { ...INITIAL_LIST, page: 3 };

describe('the lot list', () => {
  it('starts on page 1 with 12 lots, newest harvest first and no filter', () => {
    expect(listVariables(INITIAL_LIST)).toEqual({ page: 1, limit: 12, sort: 'harvestDate', order: 'desc', filter: {} });
  });

  it.each<[string, LotListAction]>([
    ['search', { type: 'search', text: 'ana' }],
    ['a filter', { type: 'filter', change: { variety: 'Criollo' } }],
    ['the page size', { type: 'limit', limit: 48 }],
    ['the sort', { type: 'sort', field: 'weight' }],
    ['a preset', { type: 'preset', preset: 'needsMe' }],
    ['clearing', { type: 'clear' }],
  ])('returns to page 1 when %s changes', (_what, action) => {
    expect(lotListReducer(onPage3, action).page).toBe(1);
  });

  it('changes the page and keeps the rest', () => {
    expect(lotListReducer(onPage3, { type: 'page', page: 4 })).toEqual({ ...onPage3, page: 4 });
  });

  it('sorts another field ascending, and reverses the current field', () => {
    const byWeight = lotListReducer(INITIAL_LIST, { type: 'sort', field: 'weight' });
    expect([byWeight.sort, byWeight.order]).toEqual(['weight', 'asc']);
    const again = lotListReducer(byWeight, { type: 'sort', field: 'weight' });
    expect(again.order).toBe('desc');
    expect(lotListReducer(again, { type: 'sort', field: 'weight' }).order).toBe('asc');
  });

  it('sends only the filters that are set', () => {
    const state = {
      ...INITIAL_LIST,
      search: '  quispe ',
      filter: {
        variety: 'Criollo',
        eudr: 'compliant',
        blockchain: 'pending' as const,
        stage: 'drying' as const,
        kind: '' as const,
        farmId: 'FARM001',
        importId: '3f0e8b52-6c4f-4c58-9f0e-2f6a5b1f7c11',
        harvestedFrom: '2026-01-01',
        harvestedTo: '2026-01-01',
        alert: 'open' as const,
        check: '' as const,
        quality: '80' as const,
      },
    };
    expect(listVariables(state).filter).toEqual({
      search: 'quispe',
      variety: 'Criollo',
      eudr: 'compliant',
      blockchain: 'pending',
      stage: 'drying',
      farmId: 'FARM001',
      importId: '3f0e8b52-6c4f-4c58-9f0e-2f6a5b1f7c11',
      harvestedFrom: '2026-01-01',
      harvestedTo: '2026-01-01',
      alert: 'open',
      qualityFrom: 80,
      qualityBelow: 90,
    });
    expect(activeFilterCount(state.filter)).toBe(9);
    expect(lotListReducer(state, { type: 'clear' })).toEqual(INITIAL_LIST);
  });

  it('leaves the last step of quality open, which includes 100', () => {
    const filter = { ...INITIAL_LIST.filter, quality: '90' as const };
    expect(listVariables({ ...INITIAL_LIST, filter }).filter).toEqual({ qualityFrom: 90 });
  });

  it('omits a reversed date range', () => {
    const filter = { ...INITIAL_LIST.filter, harvestedFrom: '2026-02-01', harvestedTo: '2026-01-31' };
    expect(listVariables({ ...INITIAL_LIST, filter }).filter).toEqual({});
    expect(activeFilterCount(filter)).toBe(1);
  });

  it('a search covers all lots', () => {
    const part = { ...INITIAL_LIST, search: 'ana', preset: 'needsMe' as const, page: 2 };
    expect(lotListReducer(part, { type: 'search all' })).toEqual({ ...INITIAL_LIST, search: 'ana' });
  });

  it('knows the reason of an empty list', () => {
    const drying = { ...INITIAL_LIST.filter, stage: 'drying' as const };
    expect(narrowedBy(INITIAL_LIST)).toBeNull();
    expect(narrowedBy({ ...INITIAL_LIST, search: '  ' })).toBeNull();
    expect(narrowedBy({ ...INITIAL_LIST, preset: 'needsMe' })).toBe('needsMe');
    expect(narrowedBy({ ...INITIAL_LIST, preset: 'needsMe', filter: drying })).toBe('choices');
    expect(narrowedBy({ ...INITIAL_LIST, search: 'ana' })).toBe('choices');
    expect(narrowedBy({ ...INITIAL_LIST, search: 'ana', filter: drying })).toBe('part');
    expect(narrowedBy({ ...INITIAL_LIST, search: 'ana', preset: 'needsMe' })).toBe('part');
  });
});
