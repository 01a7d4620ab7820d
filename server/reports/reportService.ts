import { randomUUID } from 'node:crypto';
import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { isUuid } from '../domain/lotId.ts';
import { ROLES, type LotScope, type PermissionTable } from '../domain/permissions.ts';
import { STAGES } from '../domain/stages.ts';
import { STATUS_SOURCE_SQL } from '../lots/statusDecision.ts';
import {
  requireGrant,
  scopeOf,
  subjectOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../identity/caller.ts';
import { audit } from '../monitoring/audit.ts';
import { invalid, notFound, Refused } from '../refusal.ts';
import { loadCountries, type Countries } from './countryOf.ts';
import { parsePeriod, type Period } from './period.ts';
import { refusedAsErased } from './reportErased.ts';
import { fileName, FORMATS, type ReportFormat } from './reportFiles.ts';
import {
  figuresOf,
  lotLine,
  plotLine,
  reportFigures,
  type LotLine,
  type PlotLine,
  type Snapshot,
} from './reportSnapshot.ts';
import { viewOf, type ReportView } from './reportView.ts';

/** More lots than a person compares, and fewer than hold up the server. */
export const MOST_LOTS = 50_000;

/** Different reports of one person or partner key in 24 hours: what is stored is bounded by it (docs/decisions/0010). */
export const MOST_REPORTS_A_DAY = 100;

const DAY_MS = 86_400_000;
/** The year 10000 has no form that the database reads. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

export interface ReportFile {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

/** Whether the duties of privacy were kept up to the end of a period; `privacy/privacyState.ts` knows. */
export type PrivacyState = (em: EntityManager, periodEnd: Date, now: Date) => Promise<{ gdprCompliant: boolean }>;

const readLot = z
  .object({
    lotId: z.string(),
    variety: z.string(),
    harvestDate: z.string(),
    stage: z.int(),
    status: lotLine.shape.status,
    decidedBy: lotLine.shape.decidedBy,
    weightGrams: z.int(),
    qualityTenths: z.int().nullable(),
    satelliteAt: z.coerce.date().nullable(),
    ledger: lotLine.shape.ledger,
    transactionId: z.string().nullable(),
  })
  .extend(plotLine.shape);

/** The farm, twice: null for every lot; '' matches none. */
const LOTS = `
  select coalesce(json_agg(line), '[]')::text as lots from (
    select l.id as lot, l.lot_id as "lotId", l.variety, l.harvest_date as "harvestDate", l.stage,
      l.deforestation_status as status, ${STATUS_SOURCE_SQL} as "decidedBy", l.weight_grams as "weightGrams", l.quality_tenths as "qualityTenths",
      l.satellite_at as "satelliteAt", l.ledger_status as ledger, l.ledger_tx_id as "transactionId",
      l.farmer_name as "farmerName", l.farm_id as "farmId", l.lat_micro as "latMicro", l.lon_micro as "lonMicro"
    from lot l
    where l.deleted_at is null and l.harvest_date between ? and ? and (?::text is null or l.farm_id = ?)
    order by l.harvest_date, l.lot_id limit ${MOST_LOTS + 1}) line`;

const CHECKS = `
  select count(*)::int as checks from satellite_check c join lot l on l.id = c.lot_id and l.deleted_at is null
  where c.ended_at >= ? and c.ended_at < ? and (?::text is null or l.farm_id = ?)`;

/** The last report of the same maker, period, scope and UTC day; with what it holds compared as values. */
const SAME = `
  select id, created_at from report
  where coalesce(created_by, key_id) = ? and created_at >= ? and creator_role = ? and scope_farm_id is not distinct from ?
    and period_from = ? and period_to = ? and sample_data = ? and erased_at is null
    and figures = ?::jsonb and lots = ?::jsonb and plots = ?::jsonb
  order by created_at desc limit 1`;

const sameReport = z.array(z.object({ id: z.string(), created_at: z.coerce.date() }));

const storedReport = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  creator_role: z.enum(ROLES),
  scope_farm_id: z.string().nullable(),
  period_from: z.string(),
  period_to: z.string(),
  sample_data: z.boolean(),
  figures: z.string().transform((text) => reportFigures.parse(JSON.parse(text))),
  lots: z.string().transform((text) => z.array(lotLine).parse(JSON.parse(text))),
  plots: z
    .string()
    .transform((text) => z.array(plotLine).parse(JSON.parse(text)))
    .nullable(),
});

const storedFile = z.object({ name: z.string(), media_type: z.string(), bytes: z.instanceof(Buffer).nullable() });

/** Compliance reports: read in one snapshot, stored, and answered from there in every format (decisions, 'Figures'). */
export class ReportService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #sampleData: boolean;
  readonly #privacyState: PrivacyState;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    permissionTable: PermissionTable;
    /** satellite results come from sample data */
    sampleData: boolean;
    privacyState: PrivacyState;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#sampleData = parts.sampleData;
    this.#privacyState = parts.privacyState;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Makes and stores a report of the lots in sight that were harvested in a period. While nothing of it has changed, the
   * caller's report of the same day and period is answered again.
   * @param period startDate and endDate as `parsePeriod` takes them
   * @throws Refused unauthenticated, forbidden, invalid (the period, or more than 50,000 lots in it), too-many-requests
   *   (more than 100 different ones in 24 hours)
   */
  async make(caller: Caller, period: unknown, info: RequestInfo): Promise<ReportView> {
    const { user } = requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    const createdAt = this.#clock();
    const asked = parsePeriod(period, createdAt);
    const countries = await loadCountries();
    const made = await this.#database.orm.em.fork().transactional(
      async (em) => {
        // Before the snapshot is taken: an erasure under way ends first, and one that comes later finds this report.
        await em.execute('lock table report in row exclusive mode');
        const read = await this.#read(em, scope, asked, createdAt, countries);
        const snapshot: Snapshot = {
          id: randomUUID(),
          createdAt,
          creatorRole: user.role,
          scope,
          period: asked,
          sampleData: this.#sampleData,
          ...read,
        };
        const known = await sameAs(em, snapshot, user);
        if (known !== null) return { ...snapshot, ...known };
        await assertRoom(em, snapshot, user);
        await store(em, snapshot, user);
        await audit(em, {
          caller,
          action: 'report.made',
          target: { kind: 'report', id: snapshot.id },
          info,
          details: { from: asked.from, to: asked.to, lots: snapshot.lots.length },
        });
        return snapshot;
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    );
    return viewOf(made);
  }

  /**
   * A stored report as a file: made from the report's snapshot when it is first asked for, the same bytes ever after.
   * @throws Refused unauthenticated, forbidden, not-found (also another scope's report), gone (after an erasure)
   */
  async file(caller: Caller, id: string, format: ReportFormat): Promise<ReportFile> {
    requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    const report = isUuid(id) ? await this.#load(id, scope) : null;
    if (report === null) throw notFound('Report');
    const kept = await this.#kept(report.id, format);
    if (kept !== null) return kept;
    const { mediaType, personal, render } = FORMATS[format];
    if (personal && report.plots === null) throw refusedAsErased();
    const bytes = Buffer.from(await render(report));
    await this.#database.pool.query(
      `insert into report_file (report_id, format, name, media_type, personal, bytes)
       select r.id, $2, $3, $4, $5, $6 from report r where r.id = $1 and (r.plots is not null or not $5) for share
       on conflict do nothing`,
      [report.id, format, fileName(report, format), mediaType, personal, bytes],
    );
    // Whoever stored it first has the word; none is there when an erasure came in between.
    const stored = await this.#kept(report.id, format);
    if (stored === null) throw refusedAsErased();
    return stored;
  }

  async #read(
    em: EntityManager,
    scope: LotScope,
    period: Period,
    now: Date,
    countries: Countries,
  ): Promise<Pick<Snapshot, 'figures' | 'lots' | 'plots'>> {
    const farm = farmOf(scope);
    const begin = new Date(`${period.from}T00:00:00Z`);
    const end = new Date(Math.min(Date.parse(`${period.to}T00:00:00Z`) + DAY_MS, LAST_INSTANT));
    const [read]: { lots: string }[] = await em.execute(LOTS, [period.from, period.to, farm, farm]);
    const rows = z.array(readLot).parse(JSON.parse(read?.lots ?? '[]'));
    if (rows.length > MOST_LOTS) {
      throw invalid({
        field: 'startDate',
        message: `More than ${MOST_LOTS.toLocaleString('en')} lots were harvested in this period; choose a shorter one`,
      });
    }
    const lots = rows.map(
      ({
        lotId,
        variety,
        harvestDate,
        stage,
        status,
        decidedBy,
        weightGrams,
        qualityTenths,
        satelliteAt,
        ledger,
        transactionId,
        latMicro,
        lonMicro,
      }): LotLine => ({
        lotId,
        variety,
        harvestDate,
        country: latMicro === null || lonMicro === null ? null : countries.of({ latMicro, lonMicro }),
        stage: lotLine.shape.stage.parse(STAGES[stage]),
        status,
        decidedBy,
        weightGrams,
        qualityTenths,
        satelliteAt: satelliteAt?.toISOString() ?? null,
        ledger,
        transactionId,
      }),
    );
    const plots = rows.map(({ lot, farmerName, farmId, latMicro, lonMicro }): PlotLine => ({
      lot,
      farmerName,
      farmId,
      latMicro,
      lonMicro,
    }));
    const [checked]: { checks: number }[] = await em.execute(CHECKS, [begin, end, farm, farm]);
    const { gdprCompliant } = await this.#privacyState(em, end, now);
    return { figures: { ...figuresOf(lots), satelliteChecks: checked?.checks ?? 0, gdprCompliant }, lots, plots };
  }

  /** A stored report that the caller's scope covers: the same or a wider one than it was made in. */
  async #load(id: string, scope: LotScope): Promise<Snapshot | null> {
    const row = await this.#database.row(
      `select id, created_at, creator_role, scope_farm_id, period_from, period_to, sample_data, figures::text, lots::text,
         plots::text from report where id = $1`,
      [id],
    );
    if (row === null) return null;
    const report = storedReport.parse(row);
    const madeIn = scopeOfFarm(report.scope_farm_id);
    if (!covers(scope, madeIn)) return null;
    return {
      id: report.id,
      createdAt: report.created_at,
      creatorRole: report.creator_role,
      scope: madeIn,
      period: { from: report.period_from, to: report.period_to },
      sampleData: report.sample_data,
      figures: report.figures,
      lots: report.lots,
      plots: report.plots,
    };
  }

  /** @throws Refused gone */
  async #kept(id: string, format: ReportFormat): Promise<ReportFile | null> {
    const row = await this.#database.row(
      'select name, media_type, bytes from report_file where report_id = $1 and format = $2',
      [id, format],
    );
    if (row === null) return null;
    const { name, media_type: mediaType, bytes } = storedFile.parse(row);
    if (bytes === null) throw refusedAsErased();
    return { name, mediaType, bytes };
  }
}

/** The maker's own report of this day that holds the same. */
async function sameAs(
  em: EntityManager,
  made: Snapshot,
  maker: UserCaller,
): Promise<Pick<Snapshot, 'id' | 'createdAt'> | null> {
  const day = `${made.createdAt.toISOString().slice(0, 10)}T00:00:00Z`;
  const rows: unknown = await em.execute(SAME, [
    subjectOf(maker),
    day,
    made.creatorRole,
    farmOf(made.scope),
    made.period.from,
    made.period.to,
    made.sampleData,
    JSON.stringify(made.figures),
    JSON.stringify(made.lots),
    JSON.stringify(made.plots),
  ]);
  const [found] = sameReport.parse(rows);
  return found === undefined ? null : { id: found.id, createdAt: found.created_at };
}

/** @throws Refused too-many-requests */
async function assertRoom(em: EntityManager, { createdAt }: Snapshot, maker: UserCaller): Promise<void> {
  const since = new Date(createdAt.getTime() - DAY_MS);
  const rows: unknown = await em.execute(
    `select created_at from report where coalesce(created_by, key_id) = ? and created_at > ?
     order by created_at desc offset ${MOST_REPORTS_A_DAY - 1} limit 1`,
    [subjectOf(maker), since],
  );
  const [first] = z.array(z.object({ created_at: z.coerce.date() })).parse(rows);
  if (first === undefined) return;
  throw new Refused({
    kind: 'too-many-requests',
    message: `At most ${MOST_REPORTS_A_DAY} different reports can be made in 24 hours; those that were made can still be read`,
    retryAfterSeconds: Math.max(1, Math.ceil((first.created_at.getTime() - since.getTime()) / 1_000)),
  });
}

async function store(em: EntityManager, made: Snapshot, maker: UserCaller): Promise<void> {
  await em.execute(
    `insert into report (id, kind, created_by, key_id, creator_role, scope_farm_id, period_from, period_to, sample_data,
       figures, lots, plots, created_at)
     values (?, 'compliance', ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?)`,
    [
      made.id,
      maker.userId,
      maker.via.kind === 'key' ? maker.via.keyId : null,
      made.creatorRole,
      farmOf(made.scope),
      made.period.from,
      made.period.to,
      made.sampleData,
      JSON.stringify(made.figures),
      JSON.stringify(made.lots),
      JSON.stringify(made.plots),
      made.createdAt,
    ],
  );
}

/** A scope as it is stored and asked for: null for all lots, a farm, '' for none. */
function farmOf(scope: LotScope): string | null {
  if (scope.kind === 'all') return null;
  return scope.kind === 'farm' ? scope.farmId : '';
}

function scopeOfFarm(farm: string | null): LotScope {
  if (farm === null) return { kind: 'all' };
  return farm === '' ? { kind: 'none' } : { kind: 'farm', farmId: farm };
}

function covers(scope: LotScope, other: LotScope): boolean {
  if (scope.kind === 'all') return true;
  return scope.kind === other.kind && farmOf(scope) === farmOf(other);
}
