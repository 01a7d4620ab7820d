import { holds } from '../../server/domain/proof/proofSteps.ts';
import { siteValues } from '../../server/domain/proof/shownValues.ts';
import type { Tone } from '../design/ToneIcon.tsx';
import { siteValuesInWords } from '../public/verify/proof/proofInWords.ts';
import { proofVerdict, type ProofVerdictText } from '../public/verify/proof/proofVerdict.ts';
import { lotVerdict, verdictOf, type LotVerdict } from '../public/verify/words.ts';
import { publicMessageText } from '../words/publicMessageText.ts';
import { draw, drawSign, heard, type ElementContent } from './drawing.ts';
import type { ElementWords } from './elementWords.ts';
import type { ShownLot } from './proofState.ts';

/** The result of checking a proof; says so if the page pins no roots. */
export function checkVerdict(words: ElementWords, { proof, pinned, under }: ShownLot): ProofVerdictText | null {
  if (under?.stands === false) {
    return {
      tone: 'alarm',
      title: words.say('prove.failed'),
      text: words.say('prove.notUnderHead', { blocks: under.blocks }),
    };
  }
  const verdict = proofVerdict(words, proof);
  const onlyUnpinned =
    pinned === undefined &&
    proof.phase === 'done' &&
    proof.steps.every((step) => (step.code === 'roots' ? step.state === 'not checked' : holds(step)));
  return verdict !== null && onlyUnpinned ? { ...verdict, text: words.say('element.unpinned') } : verdict;
}

/**
 * The verdict of the lot as its own page shows it, without claims that the browser's check refuted. Fully green only
 * after that check has passed.
 */
function checkedVerdict(words: ElementWords, { answer }: ShownLot, check: ProofVerdictText | null): LotVerdict {
  const now = new Date();
  const verdict = lotVerdict(words, answer, now);
  if (check?.tone === 'alarm' && verdict.tone !== 'alarm') {
    const claim = words.say('result.unconfirmed', { text: verdictOf(words, answer, now).text });
    return { ...verdict, tone: 'alarm', claim, how: null, record: null };
  }
  // The check itself covers a good record verdict; show only bad ones.
  const record = verdict.record?.tone === 'leaf' ? null : verdict.record;
  const tone = verdict.tone === 'leaf' && check?.tone !== 'leaf' ? 'pod' : verdict.tone;
  return { ...verdict, tone, record };
}

/** The verdict of a lot, shown first. */
export function verdictPart(words: ElementWords, shown: ShownLot): ElementContent {
  const { say } = words;
  const { lotId } = shown.answer.lot;
  const check = checkVerdict(words, shown);
  const { tone, claim, how, unconfirmed, reason, notLeft, record } = checkedVerdict(words, shown, check);
  return draw(
    'div',
    { class: 'verdict', 'data-tone': check === null ? 'none' : tone },
    draw('p', { class: 'lot' }, check === null ? null : drawSign(tone), say('result.title', { lotId })),
    draw(
      'h3',
      { class: 'claim' },
      claim,
      how === null ? null : draw('span', { class: 'how' }, heard(say('verdict.between')), how),
    ),
    unconfirmed === null ? null : draw('p', {}, unconfirmed),
    reason === null ? null : draw('p', {}, reason),
    notLeft === null ? null : draw('p', {}, notLeft),
    record === null ? null : line(record.tone, record.text),
    noticePart(words, shown),
  );
}

/** A warning that the ledger's history changed; otherwise nothing. */
function noticePart(words: ElementWords, { notice }: ShownLot): ElementContent {
  if (notice === null) return null;
  const reason = publicMessageText(words, notice.reason ?? []);
  return line(notice.tone, reason === null ? words.tell(notice.word) : words.say('notice.changedMessage', { reason }));
}

/** A sentence with an icon. */
function line(tone: Tone, text: string): HTMLElement {
  return draw('p', { class: 'line', 'data-tone': tone }, drawSign(tone), draw('span', {}, text));
}

/** The result of the check, or that it is running. */
export function checkPart(words: ElementWords, shown: ShownLot): ElementContent {
  const { say } = words;
  const check = checkVerdict(words, shown);
  if (check === null) return draw('p', { class: 'line' }, drawSign('waiting'), say('prove.checking'));
  const text = check.tone === 'leaf' ? say('prove.title') : check.text;
  return draw(
    'div',
    { class: 'line check', 'data-tone': check.tone },
    drawSign(check.tone),
    draw(
      'p',
      {},
      draw('strong', {}, check.title),
      text === null ? null : draw('span', {}, text),
      draw('span', {}, siteValuesInWords(words, siteValues('element'))),
    ),
  );
}
