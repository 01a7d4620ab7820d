import * as z from 'zod/mini';
import {
  committedField,
  readConsignmentContent,
  readContent,
  versionOf,
  type CommittedField,
} from '../ledger/content.ts';
import type { LotContents } from './inputProof.ts';
import { organisationSignature } from './signatures.ts';

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const certificateHex = z.string().check(z.maxLength(8_192), z.regex(/^([0-9a-f]{2})+$/));
const counted = z.int().check(z.nonnegative());

/** A personal value that the bearer of the file may see, with the salt that opens its commitment. */
export const disclosure = z.strictObject({ field: committedField, value: z.json(), salt: hex32 });
export type Disclosure = z.infer<typeof disclosure>;

const proofEvent = z.strictObject({
  /** canonical JSON of the event's content, as it was hashed */
  content: z.string().check(z.maxLength(16_384)),
  /** canonical JSON of the transaction: payload and endorsements */
  transaction: z.string().check(z.maxLength(8_192)),
  /** the transaction's position in its block, and the hashes from it to the block's data hash */
  position: counted,
  size: z.int().check(z.positive()),
  path: z.array(hex32).check(z.maxLength(32)),
  block: z.strictObject({
    number: counted,
    previousHash: z.string().check(z.regex(/^([0-9a-f]{64})?$/)),
    dataHash: hex32,
    signatures: z.array(organisationSignature).check(z.minLength(1), z.maxLength(16)),
  }),
  disclosed: z.array(disclosure).check(z.maxLength(16)),
});

const proofHead = {
  v: z.literal(1),
  kind: z.literal('manam-trace/proof'),
  lotKey: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** when the file was made, ISO 8601, UTC */
  madeAt: z.iso.datetime(),
  /** name and version of the program that made it; no check depends on it */
  madeBy: z.optional(z.string().check(z.maxLength(80))),
};

const embeddedProof = {
  ...proofHead,
  organisations: z
    .array(
      z.strictObject({
        mspId: z.string().check(z.minLength(1), z.maxLength(64)),
        name: z.string().check(z.minLength(1), z.maxLength(120)),
        /** DER, hex */
        rootCertificate: certificateHex,
        certificate: certificateHex,
      }),
    )
    .check(z.minLength(1), z.maxLength(16)),
  events: z.array(proofEvent).check(z.minLength(1), z.maxLength(10_000)),
};

/** Bytes of another system, as base64 (RFC 4648, 4). */
const base64 = (characters: number) =>
  z.string().check(z.maxLength(characters), z.regex(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/));

const fabricMember = z.strictObject({
  mspId: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  /** DER, hex */
  rootCertificate: certificateHex,
});

const fabricBlock = z.strictObject({
  number: counted,
  previousHash: z.string().check(z.regex(/^([0-9a-f]{64})?$/)),
  dataHash: hex32,
  /** the signatures' part of its metadata (`common.Metadata`) */
  signatures: base64(40_000),
  /** all transactions of the block: needed to compute the data hash; left out of the short file */
  envelopes: z.optional(z.array(base64(400_000)).check(z.maxLength(1_000))),
});

const fabricEvent = z.strictObject({
  /** canonical JSON of the event's content, as it was hashed */
  content: z.string().check(z.maxLength(16_384)),
  /** place of its transaction among those of the file */
  transaction: counted,
  disclosed: z.array(disclosure).check(z.maxLength(16)),
});

const fabricProof = {
  ...proofHead,
  /** who holds the channel's ledger; a majority of them endorsed each transaction */
  organisations: z.array(fabricMember).check(z.minLength(1), z.maxLength(16)),
  /** who ordered its blocks */
  ordering: fabricMember,
  /** `common.Envelope` of each transaction that records events of the lot, and the block in which it stands */
  transactions: z
    .array(z.strictObject({ envelope: base64(400_000), block: counted }))
    .check(z.minLength(1), z.maxLength(10_000)),
  blocks: z.array(fabricBlock).check(z.minLength(1), z.maxLength(10_000)),
  events: z.array(fabricEvent).check(z.minLength(1), z.maxLength(10_000)),
};

const proofFile1 = z.discriminatedUnion('ledger', [
  z.strictObject({ ledger: z.literal('embedded'), ...embeddedProof }),
  z.strictObject({ ledger: z.literal('fabric'), ...fabricProof }),
]);

/** Characters of a transaction that records all events of a transfer (Fabric, version 2). */
const LONG_ENVELOPE = 4_000_000;

/** Version 2: the embedded ledger also records several events in one transaction. */
const proofEvent2 = z.extend(proofEvent, {
  /** an event that names all parts of a transfer is long: 1,000 inputs of about 140 characters each, and 100 outputs */
  content: z.string().check(z.maxLength(262_144)),
  /** place of the event among those of its transaction, and the hashes from it to the root that the transaction names */
  within: z.optional(
    z.strictObject({ index: counted, size: z.int().check(z.gte(2)), path: z.array(hex32).check(z.maxLength(32)) }),
  ),
});

const proofFile2 = z.discriminatedUnion('ledger', [
  z.strictObject({
    ledger: z.literal('embedded'),
    ...embeddedProof,
    v: z.literal(2),
    events: z.array(proofEvent2).check(z.minLength(1), z.maxLength(10_000)),
  }),
  z.strictObject({
    ledger: z.literal('fabric'),
    ...fabricProof,
    v: z.literal(2),
    transactions: z
      .array(z.strictObject({ envelope: base64(LONG_ENVELOPE), block: counted }))
      .check(z.minLength(1), z.maxLength(10_000)),
    blocks: z
      .array(z.extend(fabricBlock, { envelopes: z.optional(z.array(base64(LONG_ENVELOPE)).check(z.maxLength(1_000))) }))
      .check(z.minLength(1), z.maxLength(10_000)),
    events: z
      .array(z.extend(fabricEvent, { content: proofEvent2.shape.content }))
      .check(z.minLength(1), z.maxLength(10_000)),
  }),
]);

type OfEitherVersion<File> = File extends unknown ? Omit<File, 'v'> & { v: 1 | 2 } : never;

/**
 * The proof file: everything needed to check one lot's events without asking anybody, and nothing of any other lot (an
 * audit path holds hashes alone), by kind of ledger. On Fabric other lots' events of the same transaction or block are hashes in it as well.
 */
export type ProofFile = OfEitherVersion<z.infer<typeof proofFile2>>;

/** How the proof files of each version are read. A version stays here: a file is checked by the rules of its own version. */
export const PROOF_VERSIONS = new Map<number, z.ZodMiniType<ProofFile>>([
  [1, proofFile1],
  [2, proofFile2],
]);
/** A proof file of any version. */
export const proofFile: z.ZodMiniType<ProofFile> = z.union([proofFile1, proofFile2]);
export type FabricProof = Extract<ProofFile, { ledger: 'fabric' }>;
export type EmbeddedProof = Exclude<ProofFile, FabricProof>;
export type EmbeddedProofEvent = EmbeddedProof['events'][number];

/** The contents of a proof file, none of which is checked; null for what is no proof file of a known version. */
export function lotContents(raw: unknown): LotContents | null {
  const file = PROOF_VERSIONS.get(versionOf(raw) ?? 1)?.safeParse(raw).data;
  return file === undefined ? null : { lotKey: file.lotKey, contents: file.events.map(({ content }) => content) };
}

/** Adds disclosed values to the events that committed to them; a disclosure of another event is left out. */
export function withDisclosures(
  file: ProofFile,
  disclosures: readonly { eventId: string; field: CommittedField; value: Disclosure['value']; salt: string }[],
): ProofFile {
  const ofEvent = Map.groupBy(disclosures, ({ eventId }) => eventId);
  const disclosed = (content: string): Disclosure[] => {
    const own = ofEvent.get((readContent(content) ?? readConsignmentContent(content))?.eventId ?? '') ?? [];
    return own.map(({ field, value, salt }) => ({ field, value, salt }));
  };
  // Apart, so that the compiler sees that the events stay those of their kind of file.
  return file.ledger === 'fabric'
    ? { ...file, events: file.events.map((event) => ({ ...event, disclosed: disclosed(event.content) })) }
    : { ...file, events: file.events.map((event) => ({ ...event, disclosed: disclosed(event.content) })) };
}
