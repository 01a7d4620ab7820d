/** How the live service misbehaves; each is switched on by its name. */
export const MISBEHAVIOURS = {
  numbersLate: 'statements stay SUBMITTED and get no numbers',
  emptyAfterSubmit: 'questions leave out statements of the last minute',
  amendRefused: 'amendDds and updateSd answer EUDR_API_AMEND_NOT_ALLOWED_FOR_STATUS',
  failsAfterWithdraw: 'questions for statements that were withdrawn in the last five minutes answer 500',
  tooManyRequests: 'answers 429 with Retry-After: 30',
  clockSkew: 'its clock is ten minutes ahead, so timestamps are refused',
  answerLost: 'does what is asked and closes the connection without an answer',
  schemaFault: 'answers a fault of the schema',
  serverError: 'answers 500 without a fault',
  noAnswer: 'takes the request and never answers',
  identifiersNotFound: 'getDdsByIdentifiers and getSdByIdentifiers answer Data not found',
} as const;
export type Misbehaviour = keyof typeof MISBEHAVIOURS;

/** How often a misbehaviour still shows, and in which operation; in all of them without one. */
export interface MisbehaviourRule {
  times?: number;
  operation?: string;
}

/** Misbehaviours that are switched on. */
export class SwitchedOn {
  readonly #rules = new Map<Misbehaviour, Required<Pick<MisbehaviourRule, 'times'>> & MisbehaviourRule>();

  set(name: Misbehaviour, { times = Infinity, operation }: MisbehaviourRule): void {
    this.#rules.set(name, operation === undefined ? { times } : { times, operation });
  }

  clear(name?: Misbehaviour): void {
    if (name === undefined) this.#rules.clear();
    else this.#rules.delete(name);
  }

  has(name: Misbehaviour): boolean {
    return (this.#rules.get(name)?.times ?? 0) > 0;
  }

  /** Whether it shows now; each time is counted. */
  take(name: Misbehaviour, operation: string): boolean {
    const rule = this.#rules.get(name);
    if (rule === undefined || rule.times <= 0) return false;
    if (rule.operation !== undefined && rule.operation !== operation) return false;
    rule.times -= 1;
    return true;
  }
}
