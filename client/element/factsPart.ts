import { datasetFacts, decisionFacts, originFacts, lotPlace, type Fact } from '../public/verify/facts.ts';
import { checkDay, restsOnSample } from '../public/verify/words.ts';
import { draw, type ElementContent } from './drawing.ts';
import type { ElementWords } from './elementWords.ts';
import type { ShownLot } from './proofState.ts';

/** Origin of the lot, and the data and limits of its satellite check. */
export function factsPart(words: ElementWords, { answer }: ShownLot): ElementContent {
  const { say, formatCountry } = words;
  const { lot, country, satelliteCheck } = answer;
  const name = country === null ? undefined : formatCountry(country);
  const place = lotPlace(words, lot);
  const where = place === null ? say('verify.notOnRecord') : `${place.degrees} (${place.rounded})`;
  return [
    draw('h4', {}, say('origin.title')),
    name === undefined ? null : draw('p', { class: 'country' }, name),
    factList([...originFacts(words, lot), [say('origin.place'), where]]),
    draw('h4', {}, say('forest.title')),
    factList([
      ...decisionFacts(words, lot),
      [say('forest.check'), checkDay(words, lot, new Date()) ?? say('forest.noCheck')],
      ...datasetFacts(words, answer),
    ]),
    satelliteCheck === null ? null : draw('p', { class: 'quiet' }, say('forest.cannot')),
    restsOnSample(answer) ? draw('p', { class: 'quiet' }, say('code.satellite.sample_data')) : null,
  ];
}

function factList(facts: readonly Fact[]): HTMLElement {
  return draw(
    'dl',
    {},
    facts.map(([name, value]) => draw('div', {}, draw('dt', {}, name), draw('dd', {}, value))),
  );
}
