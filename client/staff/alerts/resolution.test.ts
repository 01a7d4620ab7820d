import { expect, it } from 'vitest';
import { checkedMessages } from '../../../tests/support/forms.ts';
import { resolution } from './resolution.ts';

it.each([
  ['', '', false],
  ['', 'seen on site', false],
  ['No Deforestation', 'seen on site', false],
  ['No Deforestation', '  ', true],
  ['Deforestation Detected', '', true],
])('outcome %j with note %j: refused %s', async (outcome, note, refused) => {
  expect(await checkedMessages(resolution, { outcome, note }, ['outcome', 'note'])).toEqual(
    refused ? { note: 'A note is required with an outcome' } : {},
  );
});
