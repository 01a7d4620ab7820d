import { z } from 'zod';
import { STAGES } from '../stages.ts';
import { VARIETIES } from '../cacao.ts';
import { DEFORESTATION_STATUSES } from '../deforestation.ts';
import { ROLES } from '../permissions.ts';

/** What can happen to a lot on the ledger. `reviewed` is a person's conclusion on an alert. */
export const EVENT_TYPES = ['created', 'stage', 'edited', 'satellite', 'reviewed', 'deleted', 'erased'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * Fields that stand in the clear, with the whole-number units of `units.ts`
 * (decisions, 'What stands on the ledger').
 */
export const clearFields = z.strictObject({
  lotId: z.string().max(23).optional(),
  variety: z.enum(VARIETIES).optional(),
  /** YYYY-MM-DD */
  harvestDate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  stage: z.enum(STAGES).optional(),
  weightGrams: z.int().positive().optional(),
  moistureHundredths: z.int().min(0).max(10_000).optional(),
  temperatureHundredths: z.int().min(-5_000).max(6_000).optional(),
  /** 0-1000, tenths of a point; null: not graded */
  qualityTenths: z.int().min(0).max(1_000).nullable().optional(),
  certifications: z.array(z.string().max(60)).max(20).optional(),
  isAnonymized: z.boolean().optional(),
  deforestationStatus: z.enum(DEFORESTATION_STATUSES).optional(),
  /** ISO 8601, UTC */
  satelliteTimestamp: z.iso.datetime().nullable().optional(),
});
export type ClearFields = z.infer<typeof clearFields>;
export type ClearField = keyof ClearFields;

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
] as const;
export type CommittedField = (typeof COMMITTED_FIELDS)[number];
export const committedField = z.enum(COMMITTED_FIELDS);

const hex32 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Event content, version 1 (decisions, 'What stands on the ledger'). Its canonical JSON (RFC 8785) is hashed; only the
 * hash stands in transactions and blocks. `set` and `commit` hold only what the event changes; `erase` names, in an
 * `erased` event, the committed fields whose value and salt were deleted.
 */
export const eventContent = z.strictObject({
  v: z.literal(1),
  /** random, 32 hex digits; not the API's id */
  eventId: z.string().regex(/^[0-9a-f]{32}$/),
  /** random, 32 hex digits; not the API's id */
  lotKey: z.string().regex(/^[0-9a-f]{32}$/),
  /** 1 for the lot's first event */
  seq: z.int().positive(),
  /** content hash of the lot's event before, hex; null for the first */
  prev: hex32.nullable(),
  type: z.enum(EVENT_TYPES),
  at: z.iso.datetime(),
  actorRole: z.enum([...ROLES, 'system']),
  /** MSP id of the organisation that wrote the event */
  org: z.string().min(1).max(64),
  set: clearFields,
  /** field -> commitment, hex */
  commit: z.partialRecord(committedField, hex32),
  erase: z.array(committedField).max(COMMITTED_FIELDS.length).optional(),
  /** 32 random bytes, hex: makes the content hash unguessable */
  salt: hex32,
});
export type EventContent = z.infer<typeof eventContent>;

/** An event's content out of its stored text; null when it is lost or damaged. */
export function readContent(text: string | null): EventContent | null {
  if (text === null) return null;
  try {
    return eventContent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
