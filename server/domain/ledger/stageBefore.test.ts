import { expect, it } from 'vitest';
import { LotWriter } from '../../../tests/adapters/lotEvents.ts';
import { readContent } from './content.ts';
import { stageBefore } from './stageBefore.ts';

it.each([
  ['registered', [], null],
  ['fermented', ['fermented'], 'harvested'],
  ['skipped ahead', ['processed'], 'harvested'],
  ['taken back', ['fermented', 'drying', '<fermented'], 'harvested'],
  ['taken back and moved again', ['fermented', 'drying', '<fermented', 'processed'], 'fermented'],
  ['taken back twice', ['fermented', 'drying', '<fermented', '<harvested'], null],
] as const)('the stage before, of a lot that was %s', (_name, steps, before) => {
  const lot = new LotWriter();
  const events = [lot.created()];
  for (const step of steps) {
    const [back, stage] = step.startsWith('<') ? [true, step.slice(1)] : [false, step];
    const set = { stage: stage as 'fermented' };
    events.push(lot.event({ v: 2, type: back ? 'reverted' : 'stage', set }));
  }
  expect(stageBefore(events.flatMap(({ content }) => readContent(content) ?? []))).toBe(before);
});
