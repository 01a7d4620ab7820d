import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import type { LedgerOrganisation, LedgerPeer } from '../../domain/ledger/ledger.ts';
import { count, instant, paginationSchema, percent, messageSchema } from '../../platform/rest/answerSchemas.ts';
import type { PlainActivity, PlainDashboard } from './plainDashboard.ts';
import { SIGNED_KINDS } from '../../platform/row-signatures/signedKinds.ts';
import type { HealthView } from './healthService.ts';

/** A fault of a part; absent if all is well. */
const trouble = { message: z.string().optional(), said: messageSchema.optional() };
const part = z.strictObject({ status: z.enum(['ok', 'degraded', 'error']), ...trouble });

export const healthAnswer = z.strictObject({
  status: z.enum(['ok', 'error']).describe('error: the database does not answer'),
  database: part.extend({
    replica: z
      .strictObject({
        used: z.boolean().describe('false: lists are read from the primary'),
        behindMs: count.nullable().describe('null: it does not answer, or does not follow the primary'),
      })
      .nullable()
      .describe('null: lists are read from the primary alone'),
  }),
  ledger: part.extend({ driver: z.string(), height: count.nullable() }),
  satellite: part.extend({ driver: z.string() }),
  queue: part.extend({ pending: count.nullable(), failed: count.nullable(), oldestSeconds: z.number().nullable() }),
  jobs: part.extend({ waiting: count.nullable(), exhausted: count.nullable(), oldestSeconds: z.number().nullable() }),
  seals: part
    .extend({ broken: z.array(z.strictObject({ kind: z.enum(SIGNED_KINDS), count })) })
    .describe('Rows that were changed past the program, as far as the process that answers has come upon them'),
  walk: part
    .extend({
      at: instant.nullable().describe('null: none yet'),
      lots: count.nullable().describe('null, as the next three, for those who do not see all lots'),
      differing: count.nullable().describe('lots whose record differs from the ledger'),
      faults: count.nullable().describe('all that does not fit, lots too'),
      coveredSince: instant.nullable().describe('since when every part of the ledger was compared at least once'),
      progress: z
        .strictObject({
          startedAt: instant,
          percent: percent.describe('of its blocks and lots'),
          lots: count,
          lotsTotal: count,
        })
        .nullable()
        .describe('the comparison under way; null: none, and for those who do not see all lots'),
    })
    .describe(
      'The last comparison of the ledger with the tables: each night of what is new and a share of the rest, and of everything when an admin asks',
    ),
  version: z.string(),
  uptimeSeconds: count,
  sampleSatelliteData: z.boolean(),
}) satisfies z.ZodType<HealthView>;

const peer = z.strictObject({
  name: z.string(),
  mspId: z.string(),
  status: z.enum(['up', 'down']),
}) satisfies z.ZodType<LedgerPeer>;

export const ledgerHealthAnswer = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  driver: z.enum(['embedded', 'fabric']),
  height: count.nullable().describe('Number of blocks'),
  pending: count,
  failed: count,
  peers: z.array(peer),
  ...trouble,
});

const organisation = z.strictObject({
  name: z.string(),
  mspId: z.string(),
  rootFingerprint: z.string().describe('SHA-256 of the root certificate, hex'),
  rootCertificate: z.string().describe('The root certificate, DER, hex'),
}) satisfies z.ZodType<LedgerOrganisation>;
export const rootsAnswer = z.strictObject({ organisations: z.array(organisation) });
export const queuedAnswer = z.strictObject({ queued: z.literal(true) });

const activity = z.strictObject({
  lotId: z.string(),
  farmerName: z.string().nullable(),
  deforestationStatus: z.enum(DEFORESTATION_STATUSES),
  timestamp: instant,
}) satisfies z.ZodType<PlainActivity>;
export const activityAnswer = z.strictObject({ recentActivity: z.array(activity) });
export const dashboardAnswer = z.strictObject({
  totalLots: count.describe('Origin lots, as the next three figures'),
  compliantLots: count,
  complianceRate: percent.nullable(),
  averageQuality: percent.nullable(),
  highAlerts: count,
  stockKg: z
    .number()
    .min(0)
    .nullable()
    .describe('kg that are available, of origin and derived lots that are not shipped; null without lots'),
  shippedKg: z
    .number()
    .min(0)
    .nullable()
    .describe('kg in shipped and delivered consignments; null without one, and as the next two for farmers'),
  shippedConsignments: count.nullable().describe('Shipped or delivered'),
  openConsignments: count.nullable().describe('Neither closed nor shipped'),
  recentActivity: z.array(activity),
}) satisfies z.ZodType<PlainDashboard>;

export const demoAccountsAnswer = z.strictObject({
  accounts: z.array(z.strictObject({ label: z.string(), username: z.string(), password: z.string() })),
});

export const refusedEventsAnswer = z.object({
  events: z.array(
    z.object({
      id: z.string().describe('The 32 hex digits of the event'),
      lotId: z.string().describe('Empty for an event of a consignment'),
      consignment: z.string().nullable().describe('Number of the consignment; null for an event of a lot'),
      sequence: z.int().describe("Its place in the lot's chain, from 1"),
      type: z.string(),
      at: z.iso.datetime().describe('When it happened'),
      code: z.string().describe("The ledger's own code"),
      text: z.string().describe("The ledger's own words"),
      waiting: z.int().describe('Later events of the lot, which wait for it'),
    }),
  ),
  pagination: paginationSchema,
});
