import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { messageWord, localizedTextsIn } from '../../words/localizedTexts.ts';
import { adminMessagesIn } from '../../words/adminMessages.ts';
import { auditAskedOf, auditPagePath, auditSearch, EVERYTHING } from '../audit/auditAddress.ts';
import { auditForm } from '../audit/AuditFilters.tsx';
import { actorWord, detailWords, didWord, thingWord } from '../audit/auditWords.ts';
import { passwordForm } from '../account/ChangePassword.tsx';
import { keyForm, NEW_KEY } from '../keys/MakeKeyDialog.tsx';
import { headForm } from '../ledger/LedgerHead.tsx';
import { erasedWord } from '../privacy/erasedWords.ts';
import { typedConfirmation } from '../privacy/ErasureDialog.tsx';
import { addUserForm, changesOf, editUserForm, NEW_USER, rolesToGive } from '../users/userForm.ts';
import { isFiltered, userListOf, withUserList } from '../users/UsersPage.tsx';

const words = adminMessagesIn();

/** Messages by field, as the form shows them. */
function messages(schema: z.ZodType, input: unknown): Record<string, string> {
  const { error } = schema.safeParse(input);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [String(path[0]), messageWord(localizedTextsIn(), message)]),
  );
}

const JOSEPH = {
  ...NEW_USER,
  username: 'joseph',
  name: 'Joseph Wemin',
  farmId: 'FARM007',
  password: 'a-long-password',
};

describe('a new account', () => {
  it('is validated like on the server, with its farm in upper case', () => {
    expect(addUserForm.parse({ ...JOSEPH, farmId: ' farm007 ' })).toEqual(JOSEPH);
  });
  it.each([
    [
      'username',
      'jo',
      'Username must be 3 to 40 letters, digits, dots, dashes or underscores and start with a letter or digit',
    ],
    ['name', '  ', 'Name is required'],
    ['email', 'joseph', 'Enter an email address such as name@example.org'],
    ['farmId', '', 'A farmer needs a farm'],
    ['password', '1234567', 'Password must be at least 8 characters'],
  ])('is rejected with a wrong %s', (field, typed, message) => {
    expect(messages(addUserForm, { ...JOSEPH, [field]: typed })).toEqual({ [field]: message });
  });
});

describe('an edited account', () => {
  const user = { id: '1', username: 'joseph', disabled: false, createdAt: '', name: 'Joseph', email: '' };
  const row = { __typename: 'StaffUser' as const, ...user, role: 'farmer' as const, farmId: 'FARM007' };
  it('sends only the changed fields', () => {
    expect(changesOf(row, { name: 'Joseph W.', email: '', role: 'farmer', farmId: 'FARM007' })).toEqual({
      name: 'Joseph W.',
    });
  });
  it('requires a farm for a farmer', () => {
    expect(messages(editUserForm, { name: 'J', email: '', role: 'farmer', farmId: '' })).toEqual({
      farmId: 'A farmer needs a farm',
    });
    expect(messages(editUserForm, { name: 'J', email: '', role: 'auditor', farmId: '' })).toEqual({});
  });
  it('offers the roles that its manager may assign', () => {
    expect(rolesToGive({ role: 'auditor' })).toEqual(['farmer', 'processor']);
    expect(rolesToGive({ role: 'admin' })).toEqual(['farmer', 'processor', 'auditor', 'admin']);
  });
});

describe('forms of keys, passwords, confirmations and heads', () => {
  it('report what is wrong', () => {
    expect(messages(keyForm, { ...NEW_KEY, role: 'farmer' })).toEqual({
      name: 'Name is required',
      farmId: 'A farmer needs a farm',
    });
    expect(messages(keyForm, { name: 'Kakao Trade', role: 'farmer', farmId: '' })).toEqual({
      farmId: 'A farmer needs a farm',
    });
    expect(messages(keyForm, { name: 'Kakao Trade', role: 'admin', farmId: '' })).toHaveProperty('role');
  });
  it.each([
    [{ currentPassword: '' }, { currentPassword: 'Current password is required' }],
    [{ newPassword: 'short', again: 'short' }, { newPassword: 'Password must be at least 8 characters' }],
    [{ again: 'another-one' }, { again: "The new passwords don't match" }],
    [
      { newPassword: 'the-old-one', again: 'the-old-one' },
      { newPassword: 'Choose a password different from the current one' },
    ],
  ])('reject the new password %j', (typed, said) => {
    const right = { currentPassword: 'the-old-one', newPassword: 'the-new-one', again: 'the-new-one' };
    expect(messages(passwordForm(words), right)).toEqual({});
    expect(messages(passwordForm(words), { ...right, ...typed })).toEqual(said);
  });
  it('erase only the person whose name was typed', () => {
    const schema = typedConfirmation('maria', 'Your username is maria');
    expect(messages(schema, { typed: ' maria ' })).toEqual({});
    for (const typed of ['', 'Maria', 'mari']) {
      expect(messages(schema, { typed })).toEqual({ typed: 'Your username is maria' });
    }
    expect(messages(typedConfirmation('', 'No'), { typed: '' })).toEqual({ typed: 'No' });
  });
  it('ask for a head that the ledger had', () => {
    expect(headForm(words, 12).parse({ blocks: '12' })).toEqual({ blocks: 12 });
    for (const blocks of ['', '0', '13', '1.5', 'one']) {
      expect(messages(headForm(words, 12), { blocks })).toEqual({ blocks: 'Enter a number of blocks from 1 to 12' });
    }
  });
});

describe('addresses', () => {
  it('store the list of accounts, without invalid values', () => {
    const list = userListOf(new URLSearchParams('role=farmer&state=disabled&search=kila&page=3'));
    expect(list).toEqual({ role: 'farmer', state: 'disabled', search: 'kila', page: 3 });
    expect(isFiltered(list)).toBe(true);
    expect(withUserList(new URLSearchParams('lot=LOT701'), { ...list, page: 1 }).toString()).toBe(
      'lot=LOT701&search=kila&role=farmer&state=disabled',
    );
    const nothing = userListOf(new URLSearchParams('role=owner&state=odd&page=-1'));
    expect(nothing).toEqual({ role: null, state: null, search: '', page: 1 });
    expect(isFiltered(nothing)).toBe(false);
  });
  it('store the filters of the audit trail, without invalid values', () => {
    expect(auditPagePath({ actor: 'maria', action: 'key.revoked' })).toBe(
      '/admin/audit?actor=maria&action=key.revoked',
    );
    const asked = {
      actor: 'maria',
      action: 'key.revoked',
      subject: 'LOT701',
      from: '2026-03-01',
      to: '2026-03-14',
    } as const;
    expect(auditAskedOf(new URLSearchParams(auditSearch(asked)))).toEqual(asked);
    expect(auditAskedOf(new URLSearchParams('action=lot.painted&from=2026-13-40&to=yesterday'))).toEqual(EVERYTHING);
    expect(auditSearch(EVERYTHING)).toBe('');
  });
});

describe('the audit trail in words', () => {
  it('reports a last day before the first one', () => {
    const asked = { ...EVERYTHING, from: '2026-03-14', to: '2026-03-01' };
    expect(messages(auditForm(words), asked)).toEqual({ to: 'The first day must be before the last day' });
    expect(messages(auditForm(words), { ...asked, from: '2026-03-14', to: '2026-03-14' })).toEqual({});
  });
  it('names the actor, the action and the object', () => {
    const thing = (kind: string, name: string | null, erased = false) => ({
      __typename: 'AuditThing' as const,
      kind,
      id: '0d5f2b61-0000-4000-8000-000000000000',
      name,
      erased,
    });
    const by = (actor: ReturnType<typeof thing> | { id: null }, role = 'admin') =>
      actorWord(words, { role, actor: { ...thing('user', null), ...actor } });
    expect(by(thing('user', 'maria'))).toBe('maria');
    expect(by(thing('key', 'Kakao Trade'))).toBe('Key Kakao Trade');
    expect(by(thing('user', null, true))).toBe('Erased');
    expect(by({ id: null }, 'system')).toBe('System');
    expect(by({ id: null }, 'anonymous')).toBe('Not signed in');
    expect(thingWord(words, thing('lot', 'LOT701'))).toBe('Lot LOT701');
    expect(thingWord(words, thing('report', null))).toBe('Report 0d5f2b61-0000-40…');
    expect(thingWord(words, thing('barrel', null))).toBe('barrel 0d5f2b61-0000-40…');
    expect(didWord(words, 'key.revoked')).toBe('Revoked a partner key');
    expect(didWord(words, 'later.version')).toBe('later.version');
    const detail = (name: string, values: string[]) => ({
      __typename: 'AuditDetail' as const,
      name,
      values,
      names: values,
    });
    expect(
      detailWords(words, [
        detail('from', ['farmer']),
        detail('to', ['processor']),
        detail('fields', ['name', 'email']),
      ]),
    ).toBe('from Farmer to Processor; Fields: Name, Email');
    expect(detailWords(words, [])).toBe('');
  });
  it('names what was erased, also with an unknown name', () => {
    expect(['username', 'alertNotes', 'later'].map((field) => erasedWord(words, field))).toEqual([
      'username',
      'notes on alerts',
      'later',
    ]);
  });
});
