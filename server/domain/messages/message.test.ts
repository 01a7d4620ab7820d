import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALERT } from './alertMessages.ts';
import { OTHER, defineMessage, textOf, type Message } from './message.ts';
import { SATELLITE } from './satelliteMessages.ts';
import { STAGE } from './stageMessages.ts';
import { MESSAGES, storedMessages, stored } from './registry.ts';

const examples: Message[] = MESSAGES.map(({ read, example }) => read(example) ?? OTHER({ text: '' }));

describe('the table of what the server says', () => {
  it('gives each code one text, and each text one code', () => {
    expect(examples.map(({ code }) => code)).toEqual(MESSAGES.map(({ code }) => code));
    expect(new Set(examples.map(({ code }) => code)).size).toBe(MESSAGES.length);
    expect(new Set(examples.map(({ text }) => text)).size).toBe(MESSAGES.length);
    for (const { code, text } of examples) {
      expect(code).toMatch(/^(other|[a-z_]+\.[a-z_]+)$/);
      expect(text).toMatch(/\S/);
    }
  });

  it('has a text for each code, or does not compile', () => {
    // @ts-expect-error messages/en has no such code
    expect(() => defineMessage('lot.unheard_of')({})).toThrow('messages/en has no code.lot.unheard_of');
  });

  it('makes a text of all its values, and of nothing else', () => {
    for (const { read, example } of MESSAGES) {
      expect(read({ ...example, another: 1 })).toBeNull();
      for (const name of Object.keys(example)) {
        expect(read({ ...example, [name]: null })).toBeNull();
        expect(read(Object.fromEntries(Object.entries(example).filter(([other]) => other !== name)))).toBeNull();
      }
    }
  });

  it('stands in docs/codes.md, code by code', () => {
    const lines = MESSAGES.map(({ code, shape }, at) => {
      const values = Object.entries(shape).map(([name, form]) => `\`${name}\` ${form}`);
      return `- \`${code}\`${values.length > 0 ? ` (${values.join(', ')})` : ''}: ${examples[at]?.text}`;
    });
    const document = readFileSync(new URL('../../../docs/codes.md', import.meta.url), 'utf8');
    const joined = document.replaceAll(/\n +/g, ' ');
    const told = joined.split('\n').filter((line) => line.startsWith('- `'));
    expect(told.sort()).toEqual(lines.sort());
  });
});

describe('exact texts', () => {
  it.each<[Message, string]>([
    [SATELLITE.firstCheckQueued({}), 'The first check is queued'],
    [SATELLITE.newPlaceCheckQueued({}), 'The place was changed; a new check is queued'],
    [SATELLITE.checkQueued({}), 'Check queued'],
    [SATELLITE.gaps({ gaps: 3, pixels: 64 }), 'The dataset has gaps at this place: 3 of 64 pixels hold no data.'],
    [SATELLITE.sampleData({}), 'Sample data: made up for demonstration, not an observation of this place.'],
    [ALERT.treeLoss({ afterYear: 2020 }), 'Tree cover loss after 31 December 2020'],
    [ALERT.treeLossInSampleData({ afterYear: 2020 }), 'Tree cover loss after 31 December 2020 (sample data)'],
    [
      ALERT.lossSeen({ lossPixels: 1, pixels: 64, years: [2021], hectares: 0.0625, checkedHectares: 4 }),
      '1 of 64 pixels around this place shows tree cover loss in 2021, about 0.06 ha. It lies in the square of about 4 ha ' +
        'that was checked.',
    ],
    [
      ALERT.lossSeen({ lossPixels: 3, pixels: 64, years: [2021, 2022, 2024], hectares: 0.19, checkedHectares: 4 }),
      '3 of 64 pixels around this place show tree cover loss in 2021, 2022 and 2024, about 0.2 ha. They lie in the square ' +
        'of about 4 ha that was checked.',
    ],
    [
      STAGE.backwards({ from: 'drying', to: 'harvested' }),
      'A lot only moves forward: it is in stage drying and cannot go back to harvested.',
    ],
  ])('%s', (said, text) => expect(said.text).toBe(text));
});

describe('codes that were stored beside a text', () => {
  const gaps = [SATELLITE.gaps({ gaps: 3, pixels: 64 }), SATELLITE.sampleData({})];
  const text = textOf(gaps);

  it('are what was said', () => {
    expect(storedMessages(JSON.parse(JSON.stringify(stored(gaps))), text)).toEqual(gaps);
    expect(storedMessages([], null)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['with other values', stored([SATELLITE.gaps({ gaps: 4, pixels: 64 }), SATELLITE.sampleData({})])],
    ['of which one is missing', stored([SATELLITE.sampleData({})])],
    ['that nobody knows', [{ code: 'satellite.clear', values: {} }]],
    ['in another form', { code: 'satellite.gaps' }],
    ['that are not there', null],
  ])('%s do not count: the text stands', (_which, codes) => {
    expect(storedMessages(codes, text)).toEqual([OTHER({ text: text ?? '' })]);
  });

  it('of nothing say nothing', () => expect(storedMessages(stored(gaps), null)).toEqual([]));
});
