import { z } from 'zod';
import { LOT_ACTIONS } from '../../domain/ledger/content.ts';
import { LOT_KINDS } from '../../domain/lot/lotKind.ts';
import { TRANSFORMATION_STEPS } from '../../domain/mass/massBalance.ts';
import { SHOWN_FARMS } from '../../domain/public/farmShares.ts';
import { isPublic, LOT_FIELD_NAMES, type PublicField } from '../../domain/lot/lotTable.ts';
import type {
  BlockchainView,
  Endorser,
  IntegrityView,
  JourneyStepView,
  ProvenanceView,
  PublicLotView,
  PublicOriginsView,
  SatelliteCheckView,
  VerificationView,
} from '../../domain/public/publicAnswers.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { PENDING_REASONS, STATUS_SOURCES } from '../../domain/forest/statusCodes.ts';
import { VERIFIED_FIELDS, type Discrepancy } from '../../domain/verification/verification.ts';
import { blockchainHashSchema } from '../lots/lotAnswerSchemas.ts';
import { lotFieldSchemas } from '../lots/lotFieldSchemas.ts';
import { count, instant, percent, messageSchema, messageSchemas } from '../../platform/rest/answerSchemas.ts';

const state = z.enum(['verified', 'pending', 'differs', 'unavailable']);
const apiValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

export const endorser = z
  .strictObject({
    mspId: z.string(),
    organisation: z.string(),
    certificateFingerprint: z.string().describe('SHA-256, hex'),
    signature: z.string().describe('ECDSA P-256, DER, hex'),
  })
  .meta({ id: 'Endorser' }) satisfies z.ZodType<Endorser>;

const discrepancy = z
  .strictObject({
    field: z.string(),
    databaseValue: apiValue,
    blockchainValue: apiValue.describe('Null for personal fields, of which the ledger holds commitments alone'),
    severity: z.enum(['HIGH', 'MEDIUM']),
    said: messageSchema.describe('Why'),
  })
  .meta({ id: 'Discrepancy' }) satisfies z.ZodType<Discrepancy>;

const verification = z
  .strictObject({
    state,
    dataMatches: z.boolean(),
    matchPercentage: percent,
    fields: z.array(
      z.strictObject({ field: z.enum(VERIFIED_FIELDS), state: z.enum(['match', 'differs', 'pending', 'erased']) }),
    ),
    discrepancies: z.array(discrepancy),
    lastVerified: instant,
    blockchainTimestamp: instant.nullable(),
  })
  .meta({ id: 'Verification' }) satisfies z.ZodType<VerificationView>;

export const blockchainAnswer = z.strictObject({
  verification,
  provenance: z
    .strictObject({
      blockNumber: count,
      transactionId: z.string(),
      chaincode: z.string(),
      endorsers: z.array(endorser),
    })
    .nullable()
    .describe('Null until recorded'),
}) satisfies z.ZodType<BlockchainView>;

const provenanceEntry = z
  .strictObject({
    id: z.string(),
    action: z.enum(LOT_ACTIONS),
    stage: z.enum(STAGES).nullable(),
    transactionId: z.string(),
    timestamp: instant.describe('Of a step of an alert the day alone, at 00:00 UTC'),
    user: z.string().nullable(),
    blockNumber: count,
    sequenceNumber: count,
    location: z.string().nullable(),
    details: z.string().nullable(),
    consensusValidated: z.boolean(),
    verified: z.boolean(),
    cryptographicSignature: z.string(),
    endorsers: z.array(endorser),
  })
  .meta({ id: 'ProvenanceEntry' }) satisfies z.ZodType<ProvenanceView>;
export const provenanceAnswer = z.strictObject({ provenanceChain: z.array(provenanceEntry).describe('Oldest first') });

export const integrityAnswer = z.strictObject({
  isValid: z.boolean(),
  verified: z.boolean(),
  state,
  message: z.string(),
  said: messageSchemas,
  blockchainHash: z.string().nullable(),
  blockchainTimestamp: instant.nullable(),
  networkConsensus: z.boolean().nullable(),
  lastVerified: instant,
  discrepancies: z.array(discrepancy),
  proof: z.strictObject({
    blockchainVerified: z.boolean().nullable(),
    networkConsensus: z.boolean().nullable(),
    cryptographicHash: z.string().nullable(),
    timestampProof: z.string().nullable(),
  }),
}) satisfies z.ZodType<IntegrityView>;

const publicFieldSchemas = Object.fromEntries(
  LOT_FIELD_NAMES.filter(isPublic).map((field) => [field, lotFieldSchemas[field]] as const),
) as Pick<typeof lotFieldSchemas, PublicField>;

const publicLot = z
  .strictObject({
    kind: z.enum(LOT_KINDS).describe('Registered at a farm, or made of other lots'),
    ...publicFieldSchemas,
    latitude: lotFieldSchemas.latitude.describe('Degrees to two decimals; to one for anonymised lots'),
    statusDecidedBy: z.enum(STATUS_SOURCES),
    statusDecidedOn: z.iso.date().nullable().describe('UTC; null where nobody decided yet'),
    pendingReason: z.enum(PENDING_REASONS).nullable().describe("Null unless the status is 'Pending Review'"),
    sampleSatelliteData: z.boolean(),
    timestamp: instant,
    updatedAt: instant,
    blockchainHash: blockchainHashSchema,
    blockNumber: count.nullable().describe('Of its newest recorded event; null until there is one'),
  })
  .meta({ id: 'PublicLot' }) satisfies z.ZodType<PublicLotView>;
export const publicSearchAnswer = z.strictObject({ lot: publicLot });

const journeyStep = z
  .strictObject({
    stage: z.enum(STAGES),
    timestamp: instant,
    location: z.string().nullable(),
    details: z.string().nullable(),
    blockNumber: count,
  })
  .meta({ id: 'JourneyStep' }) satisfies z.ZodType<JourneyStepView>;
const satelliteCheck = z
  .strictObject({
    dataset: z.string(),
    datasetVersion: z.string(),
    sample: z.boolean(),
    hectares: z.number(),
    pixelMeters: z.number(),
  })
  .meta({ id: 'SatelliteCheck' }) satisfies z.ZodType<SatelliteCheckView>;
const kg = z.number().min(0).describe('kg');
const origins = z
  .strictObject({
    farms: count.describe('Those whose lots were erased count as one'),
    lots: count.describe('Origin lots'),
    countries: z.array(z.string()).describe('ISO 3166-1 alpha-2, those with most beans first'),
    shares: z
      .array(
        z.strictObject({
          weight: kg,
          percent,
          lots: count,
          latitude: z.number().nullable().describe('Rounded as on the page of its largest lot; null without a place'),
          longitude: z.number().nullable(),
        }),
      )
      .max(SHOWN_FARMS)
      .describe('Of each farm, largest first'),
    others: z.strictObject({ farms: count, weight: kg, percent, lots: count }).nullable().describe('All other farms'),
    varieties: z.array(z.strictObject({ variety: z.string(), percent })),
    steps: z
      .array(
        z.strictObject({
          step: z.enum(TRANSFORMATION_STEPS),
          from: z.iso.date(),
          until: z.iso.date(),
          transformations: count,
        }),
      )
      .describe('In the order of their first day'),
  })
  .meta({ id: 'PublicOrigins' }) satisfies z.ZodType<PublicOriginsView>;

export const publicLotAnswer = z.strictObject({
  lot: publicLot,
  verification,
  sampleSatelliteData: z.boolean(),
  country: z
    .string()
    .nullable()
    .describe('ISO 3166-1 alpha-2, of the rounded place; null on the high seas, and without a place'),
  journey: z
    .array(journeyStep)
    .nullable()
    .describe('Stages on the ledger, oldest first; null while it cannot be reached'),
  satelliteCheck: satelliteCheck
    .nullable()
    .describe('What the last conclusive check read; null where there was none, and once its evidence was erased'),
  origins: origins.nullable().describe('Where a lot that was made of others comes from; null of an origin lot'),
});

const part = z.enum(['ok', 'degraded', 'error']);
export const publicHealthAnswer = z.strictObject({
  status: part,
  message: z.string(),
  said: messageSchema.describe('What the message says: that it works, or what is wrong with a part'),
  systemHealth: z.strictObject({ database: part, ledger: part, satellite: part }),
  version: z.string(),
  capabilities: z.array(z.string()),
});
