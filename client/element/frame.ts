import { datasetFacts, decisionFacts, originFacts, lotPlace, type Fact } from '../public/verify/facts.ts';
import { proofAddress } from '../public/verify/proof/fetchProof.ts';
import { checkDay, restsOnSample } from '../public/verify/words.ts';
import { draw, drawSign, type ElementContent } from './drawing.ts';
import type { ElementWords } from './elementWords.ts';
import type { ProofState, ShownLot } from './proofState.ts';
import { stepsPart } from './stepsPart.ts';
import { elementStyle } from './style.ts';
import { checkPart, verdictPart } from './verdictPart.ts';

/** What an element needs to render. */
export interface Look {
  words: ElementWords;
  /** language of the texts, BCP 47 */
  lang: string;
  variant: 'card' | 'full';
  lotId: string;
  /** origin of the server */
  origin: string;
}

const BUSY = ['loading', 'fetching', 'checking'];

/** Whether something is under way. */
function isBusy(state: ProofState): boolean {
  return BUSY.includes(state.phase === 'shown' ? state.proof.phase : state.phase);
}

/**
 * The content of an element, in three fixed containers, so that screen readers announce only changes. Restores focus
 * and open details after rendering.
 */
export class Frame {
  readonly #verdict = draw('div', {});
  readonly #status = draw('div', { class: 'status', role: 'status' });
  readonly #rest = draw('div', { class: 'rest' });
  readonly #whole = draw('div', { class: 'proof', role: 'group' }, this.#verdict, this.#status, this.#rest);
  readonly #root: ShadowRoot;
  readonly #again: () => void;
  #heard = '';
  /** key of the focused control that was removed; cleared when it returns or another control gets focus */
  #lost: string | null = null;

  /** @param again restarts all requests and checks */
  constructor(root: ShadowRoot, again: () => void) {
    this.#root = root;
    this.#again = again;
    root.adoptedStyleSheets = [elementStyle()];
    root.append(this.#whole);
  }

  show(look: Look, state: ProofState): void {
    const { words, lang, lotId } = look;
    this.#whole.setAttribute('lang', lang);
    this.#whole.setAttribute('aria-label', words.say('result.title', { lotId }));
    this.#whole.setAttribute('aria-busy', String(isBusy(state)));
    const opened = new Set([...this.#root.querySelectorAll('details[open]')].map((one) => keyOf(one)));
    const focused = keyOf(this.#root.activeElement) ?? (hasFocus(document) ? null : this.#lost);
    this.#verdict.replaceChildren(...nodes(verdictOf(look, state)));
    this.#say(statusOf(look, state));
    this.#rest.replaceChildren(...nodes(this.#restOf(look, state)));
    for (const one of this.#root.querySelectorAll('details')) one.open = opened.has(keyOf(one));
    this.#lost = focused === null || this.#focus(focused) ? null : focused;
  }

  /** Replaces the status only if it changed: a replaced text is announced again. */
  #say(status: ElementContent): void {
    const next = draw('div', {}, status);
    if (next.textContent === this.#heard) return;
    this.#heard = next.textContent;
    this.#status.replaceChildren(...next.childNodes);
  }

  /** @returns whether the control exists */
  #focus(key: string): boolean {
    const found = [...this.#root.querySelectorAll<HTMLElement>('summary, a, button')].find((one) => keyOf(one) === key);
    found?.focus({ preventScroll: true });
    return found !== undefined;
  }

  #restOf(look: Look, state: ProofState): ElementContent {
    const full = look.variant === 'full';
    if (state.phase !== 'shown') {
      return state.phase === 'failed' && state.mayRetry ? this.#ways(look, state, 'verify.tryAgain') : null;
    }
    const again = full || state.proof.phase === 'no file' ? 'integrity.again' : null;
    const ways = this.#ways(look, state, again);
    return full ? [factsPart(look.words, state), stepsPart(look.words, state), limits(look, state), ways] : ways;
  }

  /** Links to the lot's page and the file, and the button to retry. */
  #ways(look: Look, state: ProofState, again: 'integrity.again' | 'verify.tryAgain' | null): HTMLElement {
    const { words, origin, lotId, variant } = look;
    const { say } = words;
    const busy = isBusy(state);
    const button =
      again === null
        ? null
        : draw('button', { type: 'button', 'data-key': 'again', 'aria-disabled': busy ? 'true' : null }, say(again));
    button?.addEventListener('click', () => {
      if (!busy) this.#again();
    });
    const link = (key: string, href: string, text: string): HTMLElement =>
      draw('a', { href, rel: 'noopener', 'data-key': key }, text);
    const site = new URL(origin).host;
    const shown = state.phase === 'shown';
    const page = `${origin}/verify/${encodeURIComponent(lotId)}`;
    const file = proofAddress(lotId, { base: `${origin}/api/v1`, init: {} });
    return draw(
      'div',
      { class: 'ways' },
      button,
      shown && variant === 'full' && state.proof.phase !== 'no record'
        ? link('file', file, say('prove.download'))
        : null,
      shown ? link('page', page, say('element.open', { site })) : null,
    );
  }
}

/** Whether any part of the page has focus. */
function hasFocus({ activeElement, body }: Document): boolean {
  return activeElement !== null && activeElement !== body;
}

function keyOf(element: Element | null): string | null {
  return element?.getAttribute('data-key') ?? null;
}

function nodes(drawn: ElementContent): Node[] {
  return [...draw('div', {}, drawn).childNodes];
}

function verdictOf({ words, lotId }: Look, state: ProofState): ElementContent {
  const { say } = words;
  switch (state.phase) {
    case 'loading':
      return draw('p', { class: 'verdict lot' }, drawSign('waiting'), say('result.loading'));
    case 'failed':
      return draw(
        'div',
        { class: 'verdict', 'data-tone': 'alarm' },
        draw('p', { class: 'lot' }, drawSign('alarm'), say('result.title', { lotId })),
        draw('h3', { class: 'claim' }, say('result.failed')),
      );
    case 'shown':
      return verdictPart(words, state);
  }
}

function statusOf({ words }: Look, state: ProofState): ElementContent {
  switch (state.phase) {
    case 'loading':
      return null;
    case 'failed':
      return draw('p', { class: 'line', 'data-tone': 'alarm' }, drawSign('alarm'), draw('span', {}, state.message));
    case 'shown':
      return checkPart(words, state);
  }
}

/** Message about the trust basis of each kind of ledger. */
const TRUST = { embedded: 'ledger.oneOperator', fabric: 'ledger.severalHold' } as const;

/** What the check does not cover, and which roots it trusts. */
function limits({ words, origin }: Look, { answer, proof, pinned, named, under }: ShownLot): ElementContent {
  const { say } = words;
  const site = new URL(origin).host;
  return [
    draw('p', { class: 'quiet' }, say('prove.limits')),
    proof.phase === 'done' ? draw('p', { class: 'quiet' }, say(TRUST[proof.driver])) : null,
    under?.stands === true ? draw('p', { class: 'quiet' }, say('prove.underHead', { blocks: under.blocks })) : null,
    pinned === undefined ? null : draw('p', { class: 'quiet' }, say('element.pinned', { site })),
    named === undefined ? null : draw('p', { class: 'quiet' }, say('element.named', { site })),
    answer.sampleSatelliteData ? draw('p', { class: 'quiet' }, say('prove.sampleText')) : null,
  ];
}

/** Origin of the lot, and the data and limits of its satellite check. */
function factsPart(words: ElementWords, { answer }: ShownLot): ElementContent {
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
