import type { LedgerRefusalCode } from '../../../domain/ledger/transitions.ts';

/** Why the contract refuses a whole call, beside the codes by which it refuses an event. */
export type ContractRefusalCode =
  | LedgerRefusalCode
  /** arguments or transient fields that are missing or of another form */
  | 'BAD_REQUEST'
  /** more than one call may carry */
  | 'TOO_MUCH'
  | 'NOT_BEGUN'
  | 'ALREADY_BEGUN'
  /** what belongs to a move alone came to a ledger that is not, or no longer, being moved */
  | 'SETTLED'
  /** the transaction's time is not the time of this organisation's clock */
  | 'TIME_OFF'
  /** what the organisation alone may do that began the channel, or moves its ledger to it */
  | 'NOT_YOURS'
  /** an event of an earlier contract after one of a later */
  | 'CONTRACT_BACK';

/**
 * A refused call. The message begins with a stable code and, where one event is the reason, names its id: 'CODE: text' or
 * 'CODE: EVENTID text'. It goes to the caller alone: what is refused never comes into a block.
 */
export class ContractRefusal extends Error {
  override name = 'ContractRefusal';

  constructor(code: ContractRefusalCode, text: string, eventId?: string) {
    super(eventId === undefined ? `${code}: ${text}` : `${code}: ${eventId} ${text}`);
  }
}
