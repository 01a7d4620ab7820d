import * as z from 'zod/mini';

/*
 * What the contract writes onto a channel, and answers: forms that the chaincode makes, the driver reads and a browser checks.
 */

/** The contract's name on a channel, as embedded transactions name it too. */
export const CONTRACT_NAME = 'manam-trace';

/** The private data collection of all organisations, in which contents and heads stand. */
export const COLLECTION = 'contents';

/** What one call may carry or ask for. */
export const CALL_LIMITS = {
  /**
   * events in one call of `record`, in one answer of `readLots`, ids in one call of `readEvents`, chains in one of `readHeads`:
   * a transfer, which is recorded in one call, has up to 1,101 (1,000 inputs and 100 outputs, or a consignment's step with 1,000 lots)
   */
  events: 1_200,
  /** lots in one call of `readLots` */
  lots: 100,
  /** characters of one content: what a proof file takes */
  contentCharacters: 16_384,
  /** characters of one content that names the parts of a transfer: 1,000 inputs of about 140 each, and 100 outputs */
  transferCharacters: 262_144,
  /** characters of the contents in one answer of `readLots`; its first event comes in any case */
  answerCharacters: 1_000_000,
} as const;

/** What names all parts of a transfer. */
const naming = z.object({ type: z.enum(['formed', 'consignment']) });

/** How many characters a content may have: a transfer's list of parts is long, everything else is short. */
export function characterLimitOf(content: string): number {
  const { contentCharacters, transferCharacters } = CALL_LIMITS;
  // Most contents are short: they are not parsed for this.
  if (content.length <= contentCharacters || content.length > transferCharacters) return contentCharacters;
  try {
    return naming.safeParse(JSON.parse(content)).success ? transferCharacters : contentCharacters;
  } catch {
    return contentCharacters;
  }
}

const hex16 = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const counted = z.int().check(z.positive());
/** Whether its rules are known is for who judges by them. */
const contractVersion = z.string().check(z.minLength(1), z.maxLength(20));

/** Where an event stood on the ledger that this channel took the place of. */
export const formerPlace = z.strictObject({
  transactionId: hex32,
  blockNumber: z.int().check(z.nonnegative()),
  /** ISO 8601, UTC */
  at: z.iso.datetime(),
});
export type FormerPlace = z.infer<typeof formerPlace>;

/** What an event that was carried over says more: its former place, and the contract that judged it when that is not the one of the call. */
const carriedOver = {
  formerly: z.optional(formerPlace),
  contract: z.optional(contractVersion),
};

/**
 * The answer of `record`, which is in the block and endorsed by every organization: the hashes of the recorded
 * contents. A content names its lot, position and event, and has its own salt, so its hash reveals nothing about them.
 */
export const recordedEvents = z.strictObject({
  v: z.literal(1),
  /** the contract that judged the events which name no other */
  contract: contractVersion,
  /** the transaction's time, ISO 8601, UTC */
  at: z.iso.datetime(),
  events: z.array(z.strictObject({ contentHash: hex32, ...carriedOver })).check(z.maxLength(CALL_LIMITS.events)),
});
export type RecordedEvents = z.infer<typeof recordedEvents>;

/** What the collection says of an event. */
export const eventRecord = z.strictObject({
  lotKey: hex16,
  seq: counted,
  contentHash: hex32,
  txId: hex32,
  at: z.iso.datetime(),
  ...carriedOver,
});
export type EventRecord = z.infer<typeof eventRecord>;
/** The contract that judged an event, where its record names none: the first one did not name itself. */
export const UNNAMED_CONTRACT = '1';

/** The answer of `readEvents`: for each event id in the order of the call its record, or null. */
export const eventRecords = z.array(z.nullable(eventRecord));
