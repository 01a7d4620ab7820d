import { mayAmend, mayWithdraw } from '../../../server/domain/statement/states.ts';
import type { StatementRegistryDriver, StatementWholeFragment } from '../../graphql/generated.ts';

/** What a person can do with a statement. */
export type StatementAct =
  | 'check'
  | 'handOver'
  | 'submit'
  | 'record'
  | 'edit'
  | 'amend'
  | 'withdraw'
  | 'archive'
  | 'publish'
  | 'unpublish'
  | 'discard';

/** Text of `next.*` that says what comes next. */
export type NextText =
  | 'check'
  | 'checkAgain'
  | 'handOver'
  | 'submit'
  | 'part'
  | 'packing'
  | 'queued'
  | 'sending'
  | 'parts'
  | 'record'
  | 'recordParts'
  | 'numbers'
  | 'available'
  | 'rejected'
  | 'amended'
  | 'amendment'
  | 'withdrawn'
  | 'grouped'
  | 'archived';

export interface NextStep {
  text: NextText;
  /** the one primary button; null: nothing is to be done here */
  primary: StatementAct | null;
  /** the others */
  others: StatementAct[];
}

type Known = Pick<
  StatementWholeFragment,
  'kind' | 'state' | 'filing' | 'groupId' | 'submittedAt' | 'registryUuid' | 'referenceNumber' | 'numbersPublic'
>;

interface Circumstances {
  driver: StatementRegistryDriver;
  /** the last check on this page found faults */
  hasFaults: boolean;
  /** it refers to parts */
  hasParts: boolean;
  /** another version is to take its place */
  hasNewer: boolean;
  now: Date;
}

/** What comes next for a statement, and what else can be done with it. The server decides again. */
export function nextStep(statement: Known, given: Circumstances): NextStep {
  const { state, filing } = statement;
  if (filing !== null) return { text: workText(filing), primary: null, others: [] };
  if (state === 'draft' || state === 'checked') return ofDraft(statement, given);
  const others = laterActs(statement, given);
  if (state === 'handed_over' || state === 'submitted') return ofFiled(statement, given, others);
  return { text: state, primary: null, others };
}

function workText({ step, state }: NonNullable<Known['filing']>): NextText {
  if (state === 'waiting') return 'parts';
  if (state === 'sending') return 'sending';
  return step === 'hand_over' ? 'packing' : 'queued';
}

function ofDraft({ state, groupId }: Known, { driver, hasFaults }: Circumstances): NextStep {
  if (groupId !== null) return { text: 'part', primary: null, others: [] };
  if (state === 'draft')
    return { text: hasFaults ? 'checkAgain' : 'check', primary: 'check', others: ['edit', 'discard'] };
  return driver === 'package'
    ? { text: 'handOver', primary: 'handOver', others: ['check', 'edit', 'discard'] }
    : { text: 'submit', primary: 'submit', others: ['handOver', 'check', 'edit', 'discard'] };
}

function ofFiled({ registryUuid }: Known, { hasNewer, hasParts }: Circumstances, others: StatementAct[]): NextStep {
  if (hasNewer) return { text: 'amendment', primary: null, others };
  if (registryUuid !== null) return { text: 'numbers', primary: null, others };
  const rest = others.filter((act) => act !== 'record');
  return { text: hasParts ? 'recordParts' : 'record', primary: 'record', others: rest };
}

/** What can be done with a statement that has left the house. */
function laterActs(statement: Known, { hasParts, hasNewer, now }: Circumstances): StatementAct[] {
  const { kind, state, groupId, submittedAt, registryUuid, referenceNumber, numbersPublic } = statement;
  const isOut = state === 'handed_over' || state === 'submitted' || state === 'available';
  const filed = {
    kind,
    state,
    submittedAt: submittedAt === null ? null : new Date(submittedAt),
    underCheck: false,
  };
  const acts: [StatementAct, boolean][] = [
    ['amend', groupId === null && !hasParts && !hasNewer && mayAmend(filed, now)],
    ['withdraw', mayWithdraw(filed, now)],
    ['record', isOut && registryUuid === null],
    ['publish', referenceNumber !== null && !numbersPublic],
    ['unpublish', numbersPublic],
    ['archive', state === 'available' || state === 'grouped'],
  ];
  return acts.flatMap(([act, isOffered]) => (isOffered ? [act] : []));
}
