import { describe, expect, it } from 'vitest';
import { grantOf, ACTIONS, PERMISSION_TABLES, ROLES } from '../../../server/domain/access/permissions.ts';
import { adminMessagesIn } from '../../words/adminMessages.ts';
import { auditPagePath } from '../audit/auditAddress.ts';
import { thingWord } from '../audit/auditWords.ts';
import { pagesFor } from '../shell/navigation.ts';
import { editedParty, newParty, partyChanges, partyForm } from './partyForm.ts';
import { partyListOf, withPartyList } from './partyListAddress.ts';

const PARTY = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  kind: 'buyer' as const,
  name: 'Kakao Trade GmbH',
  address: '',
  country: 'DE',
  eori: 'DE1',
  email: '',
  version: 4,
};

describe('the form of a party', () => {
  it('sends a new one by the rules of the server', () => {
    const typed = { ...newParty('buyer', ' Kakao Trade GmbH '), country: 'DE', eori: 'de1' };
    expect(partyForm.parse(typed)).toEqual({ ...editedParty(PARTY) });
    expect(partyForm.safeParse(newParty('buyer')).error?.issues.map(({ path }) => path[0])).toEqual([
      'name',
      'country',
    ]);
  });

  it('sends only what changed, over the version that was read', () => {
    expect(partyChanges(PARTY, { ...editedParty(PARTY), eori: '' })).toEqual({ eori: '', version: 4 });
    expect(partyChanges(PARTY, editedParty(PARTY))).toEqual({ version: 4 });
  });
});

describe('the address of the list', () => {
  it('holds filters and page, and other parameters stay', () => {
    const list = { search: 'kakao & co', kind: 'buyer' as const, page: 3 };
    const params = withPartyList(new URLSearchParams('lot=LOT701'), list);
    expect(params.get('lot')).toBe('LOT701');
    expect(partyListOf(params)).toEqual(list);
    expect(withPartyList(params, { search: '', kind: null, page: 1 }).toString()).toBe('lot=LOT701');
  });

  it('is read with what makes sense of it', () => {
    const odd = new URLSearchParams({ search: 'x'.repeat(200), kind: 'seller', page: '-1' });
    expect(partyListOf(odd)).toEqual({ search: 'x'.repeat(100), kind: null, page: 1 });
  });
});

describe('the page of parties', () => {
  it('is open to those who see all lots or manage parties, by every table', () => {
    const open = PERMISSION_TABLES.flatMap((table) =>
      ROLES.filter((role) => {
        const permissions = ACTIONS.filter((action) => grantOf(table, role, action) !== null);
        return pagesFor({ role, permissions }).some(({ path }) => path === 'parties');
      }).map((role) => `${table} ${role}`),
    );
    expect(open).toEqual([
      'merged processor',
      'merged auditor',
      'merged admin',
      'A processor',
      'A auditor',
      'B processor',
      'B auditor',
      'B admin',
    ]);
  });

  it('leads to the audit trail, which calls a party by its name', () => {
    expect(auditPagePath({ subject: PARTY.id })).toContain(`subject=${PARTY.id}`);
    const party = { kind: 'party', id: PARTY.id, name: PARTY.name, erased: false };
    expect(thingWord(adminMessagesIn(), party)).toBe('Party Kakao Trade GmbH');
  });
});
