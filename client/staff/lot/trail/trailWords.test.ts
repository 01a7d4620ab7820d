import { describe, expect, it } from 'vitest';
import { TRAIL_ACTIONS } from '../../../../server/domain/lot/lotTrail.ts';
import { lotWordsIn } from '../../../words/lotWords.ts';
import { trailText, trailTitle } from './trailWords.ts';

const words = lotWordsIn();
const told = { stage: null, text: null, subject: null };

describe('the title of an entry', () => {
  it.each(Object.values(TRAIL_ACTIONS).flat())('of %s is words', (action) => {
    const title = trailTitle(words, { ...told, action });
    expect(title).toMatch(/^[A-Z][a-z]/);
    expect(title).not.toContain('trail.');
  });

  it.each([
    ['stage', { stage: 'drying' as const }, 'Stage changed to Drying'],
    ['alert.assigned', { text: 'Paul Natera' }, 'Alert assigned to Paul Natera'],
    ['alert.assigned', {}, 'Alert unassigned'],
    ['consignment.closed', { subject: { kind: 'consignment', id: '1', name: 'C-7' } }, 'Consignment C-7 closed'],
    ['document.added', { subject: { kind: 'document', id: '1', name: null } }, 'Document added: erased'],
  ])('of %s with %j is %j', (action, given, title) => {
    expect(trailTitle(words, { ...told, action, ...given })).toBe(title);
  });
});

it.each([
  ['alert.commented', 'Shade trees.', 'Shade trees.'],
  ['alert.commented', null, 'erased'],
  ['alert.assigned', 'Paul Natera', null],
  ['lot.exported', 'csv', 'CSV'],
  ['lot.paper-read', 'qr-sheet', 'QR sheet'],
  ['alert.resolved', 'Pruning', 'Pruning'],
  ['stage', null, null],
])('the text of %s with %j is %j', (action, text, shown) => {
  expect(trailText(words, { action, text })).toBe(shown);
});
