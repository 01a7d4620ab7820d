import { describe, expect, it } from 'vitest';
import { HOME_PATH, lotSearch, openLotOf, ownParams, tabOf, tabSearch } from './address.ts';

describe('the address of the staff area', () => {
  it.each([
    ['', 'dashboard'],
    ['?tab=lots', 'lots'],
    ['?tab=reports&from=2026-01-01', 'reports'],
    ['?tab=secrets', 'dashboard'],
  ])('%s shows the tab %s', (search, tab) => {
    expect(tabOf({ pathname: HOME_PATH, search })).toBe(tab);
  });

  it('shows no tab on a page', () => {
    expect(tabOf({ pathname: '/admin/users', search: '?tab=lots' })).toBeNull();
  });

  it.each([
    ['?lot=lot701&view=blockchain', { lotId: 'LOT701', view: 'blockchain' }],
    ['?lot=LOT701', { lotId: 'LOT701', view: 'detail' }],
    ['?lot=LOT701&view=cellar', { lotId: 'LOT701', view: 'detail' }],
    ['?lot=LOT701&view=blockchain&part=audit', { lotId: 'LOT701', view: 'blockchain', part: 'audit' }],
    ['?lot=LOT701&view=blockchain&part=cellar', { lotId: 'LOT701', view: 'blockchain' }],
    ['?lot=LOT701&part=audit', { lotId: 'LOT701', view: 'detail' }],
    ['?lot=%3Cscript%3E', null],
    ['?view=detail', null],
  ])('%s opens %j', (search, lot) => {
    expect(openLotOf(search)).toEqual(lot);
  });

  it('separates the state of a tab from the tab and the open lot', () => {
    expect(ownParams('?tab=lots&stage=drying&lot=LOT701&view=detail&page=2').toString()).toBe('stage=drying&page=2');
    expect(tabSearch('lots', new URLSearchParams('stage=drying'))).toBe('?tab=lots&stage=drying');
    expect(tabSearch('dashboard', new URLSearchParams())).toBe('');
  });

  it('opens a part of the blockchain view, the first one by default', () => {
    const lot = { lotId: 'LOT702', view: 'blockchain' } as const;
    expect(lotSearch('', { ...lot, part: 'audit' })).toBe('?lot=LOT702&view=blockchain&part=audit');
    expect(lotSearch('?lot=LOT702&view=blockchain&part=audit', { ...lot, part: 'overview' })).toBe(
      '?lot=LOT702&view=blockchain',
    );
    expect(ownParams('?tab=lots&lot=LOT702&view=blockchain&part=audit').toString()).toBe('');
  });

  it('opens a lot over the current view and closes it again', () => {
    const open = lotSearch('?tab=alerts&page=2', { lotId: 'lot702', view: 'detail' });
    expect(open).toBe('?tab=alerts&page=2&lot=LOT702&view=detail');
    expect(lotSearch(open, null)).toBe('?tab=alerts&page=2');
    expect(lotSearch('?lot=LOT702&view=detail', null)).toBe('');
  });
});
