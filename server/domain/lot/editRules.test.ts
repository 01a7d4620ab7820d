import { expect, it } from 'vitest';
import { mayMoveFarm, placeLock } from './editRules.ts';
import { ROLES } from '../access/permissions.ts';

it.each([
  ['farmer', 'processed', false, null],
  ['farmer', 'processed', true, 'alert'],
  ['processor', 'shipped', false, 'shipped'],
  ['processor', 'delivered', true, 'shipped'],
  ['admin', 'delivered', true, null],
] as const)('the place of a lot for a %s, in stage %s, open alert %s: %s', (role, stage, hasOpenAlert, lock) => {
  expect(placeLock(role, { stage, hasOpenAlert })).toBe(lock);
});

it('an admin alone hands a lot to another farm', () => {
  expect(ROLES.filter(mayMoveFarm)).toEqual(['admin']);
});
