import { PROOF_STEPS, type ProofStep, type ProofStepCode } from '../../server/domain/proof/proofSteps.ts';
import { stepInWords } from '../public/verify/proof/proofInWords.ts';
import { fieldName, valueInWords } from '../words/recordInWords.ts';
import { draw, drawSign, heard, type ElementContent, type Sign } from './drawing.ts';
import type { ElementWords } from './elementWords.ts';
import type { ShownLot } from './proofState.ts';

type State = 'waiting' | 'proven' | 'failed' | 'not_checked';

const SIGNS: Record<State, Sign> = { waiting: 'waiting', proven: 'leaf', failed: 'alarm', not_checked: 'question' };
const STATES: Record<ProofStep['state'], State> = {
  proven: 'proven',
  failed: 'failed',
  'not checked': 'not_checked',
};

/**
 * The steps of a check with their computed values. A proven step expands to its explanation; others are always
 * expanded.
 */
export function stepsPart(words: ElementWords, shown: ShownLot): ElementContent {
  const { proof } = shown;
  const steps = 'steps' in proof ? proof.steps : [];
  if (steps.length === 0 && proof.phase !== 'fetching' && proof.phase !== 'checking') return null;
  const told = new Map<ProofStepCode, ProofStep>(steps.map((step) => [step.code, step]));
  return [
    draw('h4', { id: 'steps' }, words.say('prove.title')),
    draw(
      'ol',
      { class: 'steps', 'aria-labelledby': 'steps' },
      PROOF_STEPS.map((code) => stepRow(words, shown, code, told.get(code) ?? null)),
    ),
  ];
}

function stepRow(words: ElementWords, shown: ShownLot, code: ProofStepCode, step: ProofStep | null): HTMLElement {
  const { say } = words;
  const state = step === null ? 'waiting' : STATES[step.state];
  const said = step === null ? null : inWords(words, step);
  const head = draw(
    'span',
    { class: 'step' },
    draw('strong', {}, say(`prove.${code}`), heard(`: ${say(`prove.state.${state}`)}`)),
    said === null ? null : draw('span', { class: 'quiet' }, said),
  );
  const values = step === null ? null : valuesOf(words, shown, step);
  const inside =
    state === 'proven'
      ? draw(
          'details',
          { 'data-key': code },
          draw('summary', { 'data-key': code }, head, drawSign('fold')),
          draw('p', { class: 'means' }, say(`prove.${code}Means`)),
          values,
        )
      : [head, values];
  return draw('li', { 'data-step': code, 'data-state': state }, drawSign(SIGNS[state]), draw('div', {}, inside));
}

function inWords(words: ElementWords, step: ProofStep): string {
  // The roots did not fail to load: the page names none.
  const unpinned = step.state !== 'proven' && step.reason.code === 'no_roots';
  return unpinned ? words.say('element.unpinned') : stepInWords(words, step);
}

/** Full hashes and fingerprints; for fields that differ, both values. */
function valuesOf(words: ElementWords, { pinned, named }: ShownLot, step: ProofStep): ElementContent {
  const { say } = words;
  if (step.state === 'proven') {
    if (step.code === 'events') return codes([['', step.computed.hash]]);
    return step.code === 'roots' ? fingerprints(words, step.computed) : null;
  }
  const { reason } = step;
  if (reason.code === 'other_roots') {
    const here = (pinned ?? []).map((one) => [say('element.pinnedHere'), one] as const);
    return [fingerprints(words, reason.values), codes(here)];
  }
  if (reason.code === 'no_roots' && named !== undefined && named.length > 0) {
    return codes(named.map(({ name, fingerprint }) => [rootName(words, name), fingerprint]));
  }
  if (reason.code !== 'shown_differs') return null;
  return reason.values.differences.map(({ field, shown, recorded }) =>
    draw(
      'p',
      { class: 'difference' },
      draw('strong', {}, fieldName(words, field)),
      draw('span', {}, say('prove.shown', { value: valueInWords(words, field, shown) })),
      draw('span', {}, say('prove.recorded', { value: valueInWords(words, field, recorded) })),
    ),
  );
}

const rootName = ({ say }: ElementWords, organisation: string): string => say('prove.fingerprint', { organisation });

function fingerprints(
  words: ElementWords,
  roots: { organisations: readonly string[]; fingerprints: readonly string[] },
): ElementContent {
  return codes(roots.fingerprints.map((one, i) => [rootName(words, roots.organisations[i] ?? ''), one]));
}

function codes(named: readonly (readonly [name: string, code: string])[]): ElementContent {
  return named.map(([name, code]) => draw('p', { class: 'code' }, draw('span', {}, name), draw('code', {}, code)));
}
