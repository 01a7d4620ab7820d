import * as z from 'zod/mini';
import { STAGES } from '../lot/stages.ts';
import { SHIPPING_WARNINGS, type ShippingWarning } from '../lot/shippingGuard.ts';
import { VARIETIES } from '../lot/cacao.ts';
import { DEFORESTATION_STATUSES } from '../forest/deforestation.ts';
import {
  factsOf,
  LOT_FIELD_NAMES,
  type BoundedOnLedger,
  type ClearName,
  type StoredLot,
  type TextOnLedger,
} from '../lot/lotTable.ts';
import { ROLES } from '../access/permissions.ts';
import { LOSS_REASONS, TRANSFORMATION_LIMITS, TRANSFORMATION_STEPS } from '../mass/massBalance.ts';

/** What version 1 knows of a lot. `reviewed` is a person's conclusion on an alert. */
const FIRST_EVENT_TYPES = ['created', 'stage', 'edited', 'satellite', 'reviewed', 'deleted', 'erased'] as const;
/**
 * Changes of a lot's fields on the ledger. `weighed`: its weight was stated anew; `inherited`: a derived lot takes over
 * what changed at its origins; `reverted`: a wrong stage was taken back.
 */
export const EVENT_TYPES = [...FIRST_EVENT_TYPES, 'weighed', 'inherited', 'reverted'] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** Movements of grams: `used` out of a lot, `returned` to it, and `formed`, the first event of a derived lot. */
export const MOVEMENT_TYPES = ['used', 'returned', 'formed'] as const;

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/**
 * Fields stored in plain text, in the whole-number units of `units.ts` (docs/spec/ledger-and-verification.md, 'Event
 * content').
 */
export const clearFields = z.strictObject({
  lotId: z.optional(z.string().check(z.maxLength(23))),
  variety: z.optional(z.enum(VARIETIES)),
  /** YYYY-MM-DD */
  harvestDate: z.optional(day),
  /** last day of harvest, of a derived lot; null: there is one day alone */
  harvestUntil: z.optional(z.nullable(day)),
  stage: z.optional(z.enum(STAGES)),
  weightGrams: z.optional(z.int().check(z.positive())),
  ...boundedFigures(),
  ...boundedTexts(),
  certifications: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20))),
  isAnonymized: z.optional(z.boolean()),
  deforestationStatus: z.optional(z.enum(DEFORESTATION_STATUSES)),
  /** ISO 8601, UTC */
  satelliteTimestamp: z.optional(z.nullable(z.iso.datetime())),
} satisfies Record<ClearName, z.ZodMiniType>);
export type ClearFields = z.infer<typeof clearFields>;
export type ClearField = keyof ClearFields;
export const CLEAR_FIELDS = z.keyof(clearFields).options;

type BoundedFigures = { [Name in BoundedOnLedger]: z.ZodMiniOptional<z.ZodMiniType<StoredLot[Name]>> };

/** Figures within the bounds that `lotTable.ts` has for them. */
function boundedFigures(): BoundedFigures {
  const rules: Record<string, z.ZodMiniType> = {};
  for (const { figure, nullable, ledger } of LOT_FIELD_NAMES.map(factsOf)) {
    if (!figure?.bounds || ledger.kind !== 'clear') continue;
    const { bounds, scale } = figure;
    const whole = z.int().check(z.gte(scale.toWhole(bounds.min)), z.lte(scale.toWhole(bounds.max)));
    rules[ledger.name] = z.optional(nullable ? z.nullable(whole) : whole);
  }
  // The type says of the same table what the loop does.
  return rules as BoundedFigures;
}

type BoundedTexts = { [Name in TextOnLedger]: z.ZodMiniOptional<z.ZodMiniType<StoredLot[Name]>> };

/** Texts in the clear, as long as `lotTable.ts` has them at most. */
function boundedTexts(): BoundedTexts {
  const rules: Record<string, z.ZodMiniType> = {};
  for (const { text, nullable, ledger } of LOT_FIELD_NAMES.map(factsOf)) {
    if (text === undefined || ledger.kind !== 'clear') continue;
    const bounded = z.string().check(z.maxLength(text.most));
    rules[ledger.name] = z.optional(nullable ? z.nullable(bounded) : bounded);
  }
  // The type says of the same table what the loop does.
  return rules as BoundedTexts;
}

/** Fields of which only a salted commitment stands on the ledger; names of persons, places, free text, evidence. */
export const COMMITTED_FIELDS = [
  'farmerName',
  'farmId',
  /** exact, [latMicro, lonMicro] */
  'place',
  /** rounded to two decimals, what the public sees */
  'place2',
  /** rounded to one decimal, what the public sees of an anonymised lot */
  'place1',
  'geometry',
  /** name of the account that acted */
  'userName',
  /** name typed into the process wizard */
  'operatorName',
  'processDetails',
  'location',
  'notes',
  /** [start, end] of the stage, ISO 8601 or null */
  'stageTimes',
  /** SHA-256 (hex) of the stored satellite evidence */
  'evidenceHash',
  /** why grams are gone, where no reason of the list says it */
  'lossNote',
  /** why a yield lies outside of what is expected */
  'explanation',
] as const;

/**
 * Fields of alert events, whose forms are those of `alertFacts.ts`: what was found, where, how it was
 * answered and what was noted. `alertNote` is free text of a person, and `alertPlace` leaves with the lot's place.
 */
export const ALERT_FIELDS = ['alertFinding', 'alertPlace', 'alertAnswer', 'alertNote'] as const;

/** Fields of a consignment: its number, the buyer's name, and its papers as `consignmentInput.ts` has them. */
export const CONSIGNMENT_FIELDS = ['consignmentNumber', 'buyer', 'shippingPapers'] as const;

export type CommittedField =
  | (typeof COMMITTED_FIELDS)[number]
  | (typeof ALERT_FIELDS)[number]
  | (typeof CONSIGNMENT_FIELDS)[number];
export const committedField = z.enum([...COMMITTED_FIELDS, ...ALERT_FIELDS, ...CONSIGNMENT_FIELDS]);

const hex16 = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const counted = z.int().check(z.positive());

/** What every event carries, whatever its version and chain. */
const chained = {
  /** random, 32 hex digits; not the API's id */
  eventId: hex16,
  /** random, 32 hex digits; not the API's id. Of the register chain: `registerKey` */
  lotKey: hex16,
  /** 1 for the chain's first event */
  seq: counted,
  /** content hash of the chain's event before, hex; null for the first */
  prev: z.nullable(hex32),
  /** MSP id of the organisation that wrote the event */
  org: z.string().check(z.minLength(1), z.maxLength(64)),
  /** 32 random bytes, hex: makes the content hash unguessable */
  salt: hex32,
};

/** field -> commitment, hex */
const commitments = z.partialRecord(committedField, hex32);

const actedOn = {
  at: z.iso.datetime(),
  actorRole: z.enum([...ROLES, 'system']),
};

function withoutAlerts(commit: Partial<Record<CommittedField, string>>): boolean {
  return [...ALERT_FIELDS, ...CONSIGNMENT_FIELDS].every((field) => commit[field] === undefined);
}

/** Values that an `erased` event took: of which event of the lot, and which of its fields. */
const erasedValues = z.strictObject({
  seq: counted,
  fields: z.array(committedField).check(z.minLength(1), z.maxLength(30)),
});
export type ErasedValues = z.infer<typeof erasedValues>;

const ownCommitments = commitments.check(z.refine(withoutAlerts, 'Only an alert event commits to fields of an alert'));
const erasures = z.array(erasedValues).check(z.maxLength(10_000));

/**
 * Event content, version 1. Its canonical JSON (RFC 8785) is hashed; transactions and blocks contain only the hash.
 * `set` and `commit` hold only what the event changes; `erase` names, in an `erased` event, each value that was deleted
 * with its salt, also those that a later one had replaced.
 */
const lotContent1 = z.strictObject({
  v: z.literal(1),
  ...chained,
  ...actedOn,
  type: z.enum(FIRST_EVENT_TYPES),
  set: z.omit(clearFields, { harvestUntil: true }),
  commit: ownCommitments,
  erase: z.optional(erasures),
});

/** Grams that are gone, and why. */
const loss = z.strictObject({ grams: counted, reason: z.enum(LOSS_REASONS) });
/** By how much the dry mass after may exceed the one before, in 0.01 %: the precision of scales and moisture meters. */
const tolerance = z.int().check(z.gte(0), z.lte(TRANSFORMATION_LIMITS.toleranceHundredths));

/** The same in version 2, where an event of type `weighed` or `stage` may state the weight anew. */
const lotContent2 = z.strictObject({
  ...lotContent1.shape,
  v: z.literal(2),
  type: z.enum(EVENT_TYPES),
  set: clearFields,
  /** grams by which the new weight is less */
  loss: z.optional(loss),
  tolerance: z.optional(tolerance),
  /** of a stage that ships the lot: what spoke against it */
  warnings: z.optional(z.array(z.enum(SHIPPING_WARNINGS)).check(z.minLength(1), z.maxLength(SHIPPING_WARNINGS.length))),
});

/** Parts of several chains that change together have the same id: all of them are recorded in one transaction. */
const transfer = hex16;

/** Grams that leave a lot, for a transformation (`consignment` is null) or a consignment; or that come back from one. */
const useContent = z.strictObject({
  v: z.literal(2),
  ...chained,
  ...actedOn,
  type: z.enum(['used', 'returned']),
  transfer,
  /** key of the consignment's chain */
  consignment: z.nullable(hex16),
  grams: counted,
  set: z.strictObject({}),
  commit: ownCommitments,
});

/** An event of another chain by which grams move. */
const movedPart = z.strictObject({
  /** key of the lot's chain */
  key: hex16,
  /** position and content hash of the `used` or `returned` event on it */
  seq: counted,
  hash: hex32,
  grams: counted,
});
export type MovedPart = z.infer<typeof movedPart>;

/** What a transformation made of what: grams in = grams out + loss. */
const formation = z.strictObject({
  step: z.enum(TRANSFORMATION_STEPS),
  inputs: z.array(movedPart).check(z.minLength(1), z.maxLength(TRANSFORMATION_LIMITS.inputs)),
  /** all lots that it made, by the keys of their chains, with their first weight */
  outputs: z
    .array(z.strictObject({ key: hex16, grams: counted }))
    .check(z.minLength(1), z.maxLength(TRANSFORMATION_LIMITS.outputs)),
  loss: z.nullable(loss),
  tolerance,
});
export type Formation = z.infer<typeof formation>;

/** The first event of a derived lot; `transfer` is the key of the transformation. */
const formedContent = z.strictObject({
  v: z.literal(2),
  ...chained,
  ...actedOn,
  type: z.literal('formed'),
  transfer,
  formation,
  set: clearFields,
  commit: ownCommitments,
});

/** What can happen to an alert on the ledger. */
export const ALERT_STEPS = ['raised', 'acknowledged', 'resolved', 'dismissed'] as const;
export type AlertEventStep = (typeof ALERT_STEPS)[number];

/**
 * A step of an alert, on its lot's chain. The day is stored in plain text; actor, exact time, reason and findings are
 * stored as commitments.
 */
const alertContent1 = z.strictObject({
  v: z.literal(1),
  ...chained,
  type: z.literal('alert'),
  alert: z.strictObject({
    /** random, 32 hex digits; not the API's id */
    key: hex16,
    step: z.enum(ALERT_STEPS),
    /** YYYY-MM-DD, UTC */
    day: z.iso.date(),
  }),
  set: z.strictObject({}),
  commit: commitments.check(z.refine(ofAlerts, 'An alert event commits to its own fields and who acted')),
});

function ofAlerts(commit: Partial<Record<CommittedField, string>>): boolean {
  const own: readonly string[] = [...ALERT_FIELDS, 'userName'];
  return Object.keys(commit).every((field) => own.includes(field));
}

const alertContent2 = z.strictObject({ ...alertContent1.shape, v: z.literal(2) });

/** The content of an event on a lot's chain, version 1. */
const eventContent1 = z.discriminatedUnion('type', [lotContent1, alertContent1]);
/** The same in version 2, which new events have. */
const eventContent2 = z.discriminatedUnion('type', [lotContent2, alertContent2, useContent, formedContent]);

/** A content of a lot's fields, in either version: version 2 only adds. */
export type LotContent = Omit<z.infer<typeof lotContent2>, 'v'> & { v: 1 | 2 };
export type AlertContent = Omit<z.infer<typeof alertContent2>, 'v'> & { v: 1 | 2 };
export type UseContent = z.infer<typeof useContent>;
export type FormedContent = z.infer<typeof formedContent>;
export type EventContent = LotContent | AlertContent | UseContent | FormedContent;

/** How the contents of each version are read. A version stays here as long as a ledger holds contents of it. */
export const CONTENT_VERSIONS = new Map<number, z.ZodMiniType<EventContent>>([
  [1, eventContent1],
  [2, eventContent2],
]);

/** A content of any version. */
export const eventContent: z.ZodMiniType<EventContent> = z.union([eventContent1, eventContent2]);
/** The version of the contents of new events. */
export const CONTENT_VERSION = 2;

/** What can happen to a consignment on its chain. `changed`: its papers; its content is what was added and not removed. */
export const CONSIGNMENT_STEPS = ['opened', 'added', 'removed', 'changed', 'closed', 'shipped', 'delivered'] as const;
export type ConsignmentStep = (typeof CONSIGNMENT_STEPS)[number];

/**
 * Content of a consignment's chain. What lots it holds and how much of each is in the clear; number, buyer and papers
 * are commitments.
 */
export const consignmentContent = z.strictObject({
  v: z.literal(2),
  ...chained,
  ...actedOn,
  type: z.literal('consignment'),
  step: z.enum(CONSIGNMENT_STEPS),
  /** of steps that move grams */
  transfer: z.optional(transfer),
  /** what this step added or removed */
  lots: z.array(movedPart).check(z.maxLength(TRANSFORMATION_LIMITS.inputs)),
  /** weighed net mass, once it is known */
  netGrams: z.optional(z.nullable(counted)),
  commit: commitments.check(z.refine(ofConsignments, 'A consignment commits to its own fields and who acted')),
});
export type ConsignmentContent = z.infer<typeof consignmentContent>;

function ofConsignments(commit: Partial<Record<CommittedField, string>>): boolean {
  const own: readonly string[] = [...CONSIGNMENT_FIELDS, 'userName'];
  return Object.keys(commit).every((field) => own.includes(field));
}

/**
 * Content of the register chain: data that does not belong to one lot. It anchors data stored elsewhere, so that
 * changes are detectable.
 */
export const registerContent = z.strictObject({
  v: z.literal(1),
  ...chained,
  type: z.literal('register'),
  at: z.iso.datetime(),
  entry: z.discriminatedUnion('kind', [
    /** salted commitments to stored files of reports, one each */
    z.strictObject({ kind: z.literal('reports'), files: z.array(hex32).check(z.minLength(1), z.maxLength(500)) }),
    /** salted commitments to documents of due diligence, one each */
    z.strictObject({ kind: z.literal('documents'), files: z.array(hex32).check(z.minLength(1), z.maxLength(500)) }),
    /** a portion of the audit table */
    z.strictObject({ kind: z.literal('audit'), portion: counted, hash: hex32 }),
    /** the tree head of the ledger when the register chain began */
    z.strictObject({ kind: z.literal('before sealing'), blocks: counted, rootHash: hex32 }),
    /** the result of an integrity run, and how far it got: the next run continues there */
    z.strictObject({
      kind: z.literal('integrity run'),
      startedAt: z.iso.datetime(),
      /** tree head of the blocks that were checked */
      ledgerId: hex32,
      blocks: counted,
      rootHash: hex32,
      /** which shares of the older blocks and of the lots were checked, of how many */
      shares: z.array(z.int().check(z.nonnegative())).check(z.maxLength(100)),
      of: counted,
      lots: z.int().check(z.nonnegative()),
      differing: z.int().check(z.nonnegative()),
      faults: z.int().check(z.nonnegative()),
    }),
  ]),
});
export type RegisterContent = z.infer<typeof registerContent>;

/**
 * Parses the stored text of an event's content; null if it is missing or damaged. The same text returns the same,
 * immutable object: a long chain is folded, compared and shown, and would be parsed each time.
 */
export function readContent(text: string | null): EventContent | null {
  if (text === null) return null;
  const known = lately.get(text) ?? before.get(text);
  if (known !== undefined) return known;
  const content = parsedContent(text);
  if (content === null) return null;
  if (remembered + text.length > MOST_REMEMBERED) {
    before = lately;
    lately = new Map();
    remembered = 0;
  }
  lately.set(text, Object.freeze(content));
  remembered += text.length;
  return content;
}

/** Characters of the texts of which the contents are remembered; as many of the ones before them are still known. */
const MOST_REMEMBERED = 2_000_000;
let lately = new Map<string, EventContent>();
let before = new Map<string, EventContent>();
let remembered = 0;

function parsedContent(text: string): EventContent | null {
  const raw = parsedJson(text);
  return CONTENT_VERSIONS.get(versionOf(raw) ?? 0)?.safeParse(raw).data ?? null;
}

/** The version that a content names, when this program does not know that version. */
export function unknownContentVersion(text: string): number | null {
  const version = versionOf(parsedJson(text));
  return version === null || CONTENT_VERSIONS.has(version) ? null : version;
}

/** The version (`v`) that a parsed content or proof file names. */
export function versionOf(raw: unknown): number | null {
  return versioned.safeParse(raw).data?.v ?? null;
}

const versioned = z.object({ v: z.int().check(z.positive()) });

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A content of a consignment's chain out of its stored text; null when it is lost or damaged. */
export function readConsignmentContent(text: string | null): ConsignmentContent | null {
  return text === null ? null : (consignmentContent.safeParse(parsedJson(text)).data ?? null);
}

/** When an event happened, ISO 8601, UTC; alert events contain only the day. */
export function momentOf(content: EventContent): string {
  return content.type === 'alert' ? `${content.alert.day}T00:00:00.000Z` : content.at;
}

/** What lists say of an event: its type, of alerts their step ('alert raised'), or that it cannot be read. */
export const LOT_ACTIONS = [
  ...EVENT_TYPES,
  ...MOVEMENT_TYPES,
  ...ALERT_STEPS.map((step) => `alert ${step}` as const),
  'unreadable',
] as const;
export type LotAction = (typeof LOT_ACTIONS)[number];

/** What happened, for lists. @param content null: lost or damaged */
export function actionOf(content: EventContent | null): LotAction {
  if (content === null) return 'unreadable';
  return content.type === 'alert' ? `alert ${content.alert.step}` : content.type;
}

/** What spoke against shipping the lot when it was shipped; none in other events. */
export function warningsOf(content: EventContent): readonly ShippingWarning[] {
  return 'warnings' in content ? (content.warnings ?? []) : [];
}

/** The values that an event says were erased. */
export function erasedBy(content: EventContent): readonly ErasedValues[] {
  return 'erase' in content ? (content.erase ?? []) : [];
}
