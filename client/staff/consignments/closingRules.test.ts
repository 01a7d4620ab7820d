import { expect, it } from 'vitest';
import { KEEPS_OUT } from '../../../server/domain/messages/consignmentMessages.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import { CLOSING_RULES, rulesOfClosing } from './closingRules.ts';

const blocker = (message: Message) => ({
  id: 'a',
  lotId: 'LOT701',
  origins: [],
  mend: { kind: 'remove' as const, link: '' },
  reason: { code: message.code, values: {}, text: message.text },
});
const brokenBy = (message: Message) =>
  rulesOfClosing([blocker(message)], 1).flatMap(({ rule, isDone }) => (isDone ? [] : [rule]));

it('each reason of the server breaks one rule', () => {
  expect(brokenBy(KEEPS_OUT.deleted({}))).toEqual(['present']);
  expect(brokenBy(KEEPS_OUT.shipped({ stage: 'shipped' }))).toEqual(['present']);
  expect(brokenBy(KEEPS_OUT.tooLittle({ wantedKg: 2, availableKg: 1 }))).toEqual(['amount']);
  expect(brokenBy(KEEPS_OUT.status({ status: 'Pending Review' }))).toEqual(['status']);
  expect(brokenBy(KEEPS_OUT.neverChecked({}))).toEqual(['check']);
  expect(brokenBy(KEEPS_OUT.oldCheck({ day: '2026-01-01', validDays: 30 }))).toEqual(['check']);
  expect(brokenBy(KEEPS_OUT.noPlot({ origins: 1 }))).toEqual(['plot']);
});

it('without lots no rule is done; an unknown reason is not hidden', () => {
  expect(rulesOfClosing([], 0).every(({ isDone }) => !isDone)).toBe(true);
  expect(rulesOfClosing([], 1).every(({ isDone }) => isDone)).toBe(true);
  const unknown = { ...blocker(KEEPS_OUT.deleted({})), reason: { code: 'new.code', values: {}, text: 'New' } };
  expect(rulesOfClosing([unknown], 1)[0]).toMatchObject({ rule: CLOSING_RULES[0], isDone: false });
});
