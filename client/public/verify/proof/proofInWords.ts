import type {
  Computed,
  ProofReason,
  ProofStep,
  ProofStepCode,
  ReasonCode,
  ReasonValues,
} from '../../../../server/domain/proof/proofSteps.ts';
import type { LotBalance } from '../../../../server/domain/proof/lotBalance.ts';
import type { SiteValue } from '../../../../server/domain/proof/shownValues.ts';
import type { ProofWords } from '../../../words/proofWords.ts';
import { fieldName } from '../../../words/recordInWords.ts';

/* Texts of a proof check: what each step computed, and why one is not proven. */

type Done = { [Code in ProofStepCode]: (words: ProofWords, computed: Computed[Code]) => string };

const DONE: Done = {
  file: ({ say }, computed) => say('prove.fileDone', computed),
  roots: ({ say, formatList }, { organisations }) =>
    say('prove.rootsDone', { organisations: formatList([...organisations]) }),
  events: ({ say }, computed) => say('prove.eventsDone', computed),
  chain: ({ say }, computed) => say('prove.chainDone', computed),
  path: ({ say }, { whole, ...computed }) => say(whole ? 'prove.pathWholeDone' : 'prove.pathDone', computed),
  headers: ({ say }, computed) => say('prove.headersDone', computed),
  signatures: ({ say, formatList }, { organisations, signatures }) =>
    say('prove.signaturesDone', { organisations: formatList([...organisations]), signatures }),
  balance: (words, { balance, opened }) =>
    opened === 0
      ? balanceInWords(words, balance)
      : `${balanceInWords(words, balance)}; ${words.say('prove.balance.opened', { opened })}`,
  fields: ({ say }, computed) => say('prove.fieldsDone', computed),
};

/** The grams of a lot in one line: what it was made of or registered with, weighings, what was used and what is left. */
export function balanceInWords({ say, formatGrams, formatGramChange }: ProofWords, balance: LotBalance): string {
  const { formed, first, weighed, corrected, used, left } = balance;
  const parts =
    formed === null
      ? [say('prove.balance.registered', { grams: formatGrams(first) })]
      : [
          say('prove.balance.formed', {
            in: formatGrams(formed.in),
            out: formatGrams(formed.out),
            loss: formatGrams(formed.loss),
            reason: formed.reason ?? 'none',
          }),
        ];
  if (formed !== null && formed.outputs > 1) parts.push(say('prove.balance.share', { grams: formatGrams(first) }));
  if (weighed !== 0) parts.push(say('prove.balance.weighed', { grams: formatGramChange(weighed) }));
  if (corrected !== 0) parts.push(say('prove.balance.corrected', { grams: formatGramChange(corrected) }));
  parts.push(say('prove.balance.used', { used: formatGrams(used), left: formatGrams(left) }));
  return parts.join('; ');
}

type Why = { [Code in ReasonCode]: (words: ProofWords, values: ReasonValues[Code]) => string };

const WHY: Why = {
  rests: ({ say }) => say('prove.why.rests'),
  form: ({ say }, values) => say('prove.why.form', values),
  no_roots: ({ say }) => say('prove.why.no_roots'),
  certificate: ({ say }, values) => say('prove.why.certificate', values),
  organisation_twice: ({ say }, values) => say('prove.why.organisation_twice', values),
  other_roots: ({ say }) => say('prove.why.other_roots'),
  content_unreadable: ({ say }, values) => say('prove.why.content_unreadable', values),
  transaction_unreadable: ({ say }, values) => say('prove.why.transaction_unreadable', values),
  content_differs: ({ say }, values) => say('prove.why.content_differs', values),
  another_event: ({ say }, values) => say('prove.why.another_event', values),
  unknown_version: ({ say }, values) => say('prove.why.unknown_version', values),
  unknown_content: ({ say }, values) => say('prove.why.unknown_content', values),
  unknown_rules: ({ say }, values) => say('prove.why.unknown_rules', values),
  chain_broken: ({ say }, { event }) => say('prove.why.chain_broken', { event }),
  path_differs: ({ say }, values) => say('prove.why.path_differs', values),
  header_differs: ({ say }, values) => say('prove.why.header_differs', values),
  headers_unlinked: ({ say }, values) => say('prove.why.headers_unlinked', values),
  signature_missing: ({ say }, values) => say('prove.why.signature_missing', values),
  signature_twice: ({ say }, values) => say('prove.why.signature_twice', values),
  signature_invalid: ({ say }, values) => say('prove.why.signature_invalid', values),
  signature_stranger: ({ say }, values) => say('prove.why.signature_stranger', values),
  transaction_id: ({ say }, values) => say('prove.why.transaction_id', values),
  expired: ({ say }, values) => say('prove.why.expired', values),
  mass_differs: ({ say, formatGrams }, { event, difference }) =>
    say('prove.why.mass_differs', { event, grams: formatGrams(Math.abs(difference)) }),
  inputs_closed: (words, { closed, of, balance }) =>
    words.say('prove.why.inputs_closed', { closed, total: of, balance: balanceInWords(words, balance) }),
  input_missing: ({ say }, { input, event }) => say('prove.why.input_missing', { input, event }),
  input_other_event: ({ say }, { input, event }) => say('prove.why.input_other_event', { input, event }),
  input_differs: ({ say, formatGrams }, { input, event, stated, found }) =>
    say('prove.why.input_differs', { input, event, stated: formatGrams(stated), found: formatGrams(found) }),
  opened_differs: (words, { event, field }) =>
    words.say('prove.why.opened_differs', { event, field: fieldName(words, field) }),
  whole_blocks: ({ say }) => say('prove.why.whole_blocks'),
  ordering_root: ({ say }, values) => say('prove.why.ordering_root', values),
  not_opened: (words, { field }) => words.say('prove.why.not_opened', { field: fieldName(words, field) }),
  shown_differs: ({ say }) => say('prove.why.shown_differs'),
  waiting: ({ say }) => say('prove.why.waiting'),
};

/** Values that the page shows but the proof does not cover. */
export function siteValuesInWords({ say, formatList }: ProofWords, values: readonly SiteValue[]): string {
  return say('prove.site', { values: formatList(values.map((one) => say(`prove.site.${one}`))) });
}

/** Why a step is not proven. */
export function reasonInWords<Code extends ReasonCode>(words: ProofWords, reason: ProofReason<Code>): string {
  return WHY[reason.code](words, reason.values);
}

/** What a step computed, or why it is not proven. */
export function stepInWords<Code extends ProofStepCode>(words: ProofWords, step: ProofStep<Code>): string {
  return step.state === 'proven' ? DONE[step.code](words, step.computed) : reasonInWords(words, step.reason);
}
