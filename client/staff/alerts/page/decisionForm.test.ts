import { describe, expect, it } from 'vitest';
import { ALERT_CHOICES, decisionForm } from './decisionForm.ts';

const form = decisionForm({ choose: 'choose', note: 'note', reason: 'reason' });

it('offers the outcomes first, and the dismissal last', () => {
  expect(ALERT_CHOICES).toEqual(['No Deforestation', 'Deforestation Detected', 'leave', 'dismiss']);
});

describe('a decision', () => {
  it.each([
    ['No Deforestation', ' seen ', { step: 'resolve', outcome: 'No Deforestation', note: 'seen' }],
    ['Deforestation Detected', 'seen', { step: 'resolve', outcome: 'Deforestation Detected', note: 'seen' }],
    ['leave', '', { step: 'resolve', outcome: null, note: null }],
    ['dismiss', 'twice', { step: 'dismiss', reason: 'twice' }],
  ])('%s with note %j is sent', (decision, note, sent) => {
    expect(form.parse({ decision, note })).toEqual(sent);
  });

  it.each([
    ['', 'seen', 'choose'],
    ['No Deforestation', '  ', 'note'],
    ['Deforestation Detected', '', 'note'],
    ['dismiss', '', 'reason'],
  ])('%j with note %j is refused', (decision, note, message) => {
    expect(form.safeParse({ decision, note }).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
