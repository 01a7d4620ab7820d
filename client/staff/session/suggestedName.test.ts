import { expect, it } from 'vitest';
import { USERNAME } from '../../../server/domain/access/accountInput.ts';
import { suggestedName } from './suggestedName.ts';

it.each([
  ['Vera Müller', 'vera.muller'],
  [`  Mary O'Brien-Tau `, 'mary.o.brien.tau'],
  ['Jo', ''],
  ['李明', ''],
])('of %s the user name is %j', (name, suggested) => {
  expect(suggestedName(name)).toBe(suggested);
  if (suggested !== '') expect(suggested).toMatch(USERNAME);
});
