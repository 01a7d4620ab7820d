import { expect, it } from 'vitest';
import { checkedMessages } from '../../../tests/support/forms.ts';
import { staffWordsIn } from '../../words/staffWords.ts';
import { LEAVE, resolutionForm } from './resolutionForm.ts';

it.each([
  [LEAVE, '', false],
  [LEAVE, 'seen on site', false],
  ['No Deforestation', 'seen on site', false],
  ['No Deforestation', '  ', true],
  ['Deforestation Detected', '', true],
])('outcome %j with note %j: refused %s', async (outcome, note, refused) => {
  expect(await checkedMessages(resolutionForm(staffWordsIn()), { outcome, note }, ['outcome', 'note'])).toEqual(
    refused ? { note: 'Add a note to the outcome' } : {},
  );
});

it('requires an outcome', async () => {
  expect(
    await checkedMessages(resolutionForm(staffWordsIn()), { outcome: '', note: 'seen on site' }, ['outcome', 'note']),
  ).toEqual({ outcome: 'Choose an outcome' });
});
