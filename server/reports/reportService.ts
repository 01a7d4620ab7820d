import { randomBytes, randomUUID } from 'node:crypto';
import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { alone } from '../database/alone.ts';
import type { TotalCache } from '../database/boundedTotal.ts';
import type { Database } from '../database/database.ts';
import { isUuid } from '../domain/lotId.ts';
import type { Pagination } from '../domain/pages.ts';
import type { LotScope, PermissionTable } from '../domain/permissions.ts';
import type { Period } from '../domain/reportPeriod.ts';
import { INPUT } from '../domain/said/inputSaid.ts';
import { REFUSED } from '../domain/said/refusedSaid.ts';
import type { Threads } from '../heavyWork/threads.ts';
import { STATUS_SOURCE_SQL } from '../lots/statusDecision.ts';
import {
  keyOf,
  requireGrant,
  scopeOf,
  subjectOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../identity/caller.ts';
import { audit } from '../audit/audit.ts';
import type { ComparedLots, VerificationState } from '../provenance/comparedLots.ts';
import { invalid, notFound, Refused } from '../refusal.ts';
import type { LotsRead } from './lotsRead.ts';
import type { PaperTasks } from './paperTasks.ts';
import { parsePeriod } from './period.ts';
import { listReports, ReportContents, type ListedReport } from './reportList.ts';
import { refusedAsChanged, refusedAsErased } from './reportErased.ts';
import { fileName, FORMATS, type ReportFormat } from './reportFiles.ts';
import type { Snapshot } from './reportSnapshot.ts';
import { viewOf, type ReportView } from './reportView.ts';
import {
  fileFacts,
  fileIdentity,
  fileIsSound,
  REPORT_COLUMNS,
  reportIsSound,
  SALT_BYTES,
  sealedReport,
  sealReports,
  soundReports,
  type SealedReport,
} from './sealedReports.ts';
import { farmOf, scopeOfFarm, storedFile, storedReport, type StoredReport } from './storedReport.ts';

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

/** The lots of `LOTS`, by their UUIDs. */
const LOT_IDS = `
  select l.id from lot l
  where l.deleted_at is null and l.harvest_date between $1 and $2 and ($3::text is null or l.farm_id = $3)
  order by l.harvest_date, l.lot_id limit ${MOST_LOTS}`;
const snapshotAnswer = z.tuple([z.object({ snapshot: z.string(), at: z.coerce.date() })]);

const lotsAnswer = z.tuple([z.object({ lots: z.string(), count: z.int() })]);

/** A report that is made: its lots and plots are text from one end to the other, and parsed in threads alone. */
interface Made extends Omit<Snapshot, 'lots' | 'plots'>, Pick<LotsRead, 'lots' | 'plots'> {}

/** The farm, twice: null for every lot; '' matches none. */
const LOTS = `
  select coalesce(json_agg(line), '[]')::text as lots, count(*)::int as count from (
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

/** What may be the same: reports of the same maker, period, scope and UTC day. */
const SAME_KIND = `
  select id from report
  where coalesce(created_by, key_id) = ? and created_at >= ? and creator_role = ? and scope_farm_id is not distinct from ?
    and period_from = ? and period_to = ? and sample_data = ? and erased_at is null`;
const sameReport = z.array(z.object({ id: z.string(), created_at: z.coerce.date() }));

/** Compliance reports: read in one snapshot, stored, and answered from there in every format (decisions, 'Figures'). */
export class ReportService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #sampleData: boolean;
  readonly #privacyState: PrivacyState;
  readonly #threads: Threads<PaperTasks>;
  readonly #comparedLots: ComparedLots;
  readonly #clock: () => Date;
  readonly #totals: TotalCache = new Map();
  readonly #contents = new ReportContents();

  constructor(parts: {
    database: Database;
    permissionTable: PermissionTable;
    /** satellite results come from sample data */
    sampleData: boolean;
    privacyState: PrivacyState;
    /** where lots are read and files are written */
    threads: Threads<PaperTasks>;
    comparedLots: ComparedLots;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#sampleData = parts.sampleData;
    this.#privacyState = parts.privacyState;
    this.#threads = parts.threads;
    this.#comparedLots = parts.comparedLots;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Makes and stores a report of the lots in sight that were harvested in a period. While nothing of it has changed, the
   * caller's report of the same day and period is answered again; the same asked for twice at once is one.
   * @param period startDate and endDate as `parsePeriod` takes them
   * @throws Refused unauthenticated, forbidden, invalid (the period, or more than 50,000 lots in it), too-many-requests
   *   (more than 100 different ones in 24 hours)
   */
  async make(caller: Caller, period: unknown, info: RequestInfo): Promise<ReportView> {
    const { user } = requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    const createdAt = this.#clock();
    const asked = parsePeriod(period, createdAt);
    const name = JSON.stringify(['report', subjectOf(user), user.role, farmOf(scope), asked.from, asked.to]);
    const made = await alone(this.#database, name, async () => {
      // Before the snapshot is taken, so that little is left to compare while its transaction is open.
      await this.#comparedLots.statesOf(await this.#lotIds(this.#database, scope, asked));
      return this.#make(caller, user, scope, asked, createdAt, info);
    });
    return viewOf(made);
  }

  #make(
    caller: Caller,
    user: UserCaller,
    scope: LotScope,
    asked: Period,
    createdAt: Date,
    info: RequestInfo,
  ): Promise<Made> {
    return this.#database.orm.em.fork().transactional(
      async (em) => {
        // Before the snapshot is taken: an erasure under way ends first, and one that comes later finds this report.
        await em.execute('lock table report in row exclusive mode');
        const read = await this.#read(em, scope, asked, createdAt);
        const snapshot: Made = {
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
        await sealReports(em, [snapshot.id]);
        await audit(em, {
          caller,
          action: 'report.made',
          target: { kind: 'report', id: snapshot.id },
          info,
          details: { from: asked.from, to: asked.to, lots: snapshot.figures.totalLots },
        });
        return snapshot;
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    );
  }

  /**
   * One page of the stored reports whose files the caller may ask for, newest first. One that was changed in the database is
   * named, and nothing of it is told.
   * @param listed page from 1, limit from 1 to 100
   * @throws Refused unauthenticated, forbidden
   */
  async list(
    caller: Caller,
    listed: { page: number; limit: number },
  ): Promise<{ reports: ListedReport[]; pagination: Pagination }> {
    requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    return listReports(this.#database, { totals: this.#totals, contents: this.#contents }, scope, listed);
  }

  /**
   * A stored report as a file: made from the report's snapshot when it is first asked for, the same bytes ever after.
   * @throws Refused unauthenticated, forbidden, not-found (also another scope's report), gone (after an erasure), conflict
   *   (changed in the database)
   */
  async file(caller: Caller, id: string, format: ReportFormat): Promise<ReportFile> {
    requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    await this.#assertShown(id, scope);
    const kept = await this.#kept(id, format);
    if (kept !== null) return kept;
    return alone(this.#database, JSON.stringify(['report file', id.toLowerCase(), format]), async () => {
      return (await this.#kept(id, format)) ?? this.#makeFile(id, format);
    });
  }

  /** @throws Refused gone, not-found (deleted meanwhile) */
  async #makeFile(id: string, format: ReportFormat): Promise<ReportFile> {
    const report = await this.#load(id);
    const { mediaType, personal } = FORMATS[format];
    if (personal && report.plots === null) throw refusedAsErased();
    const name = nameOf(report, format);
    const bytes = await this.#threads.run('reportFile', { report, format });
    const file = { report_id: report.id, format, name, media_type: mediaType, personal, bytes };
    const seal = this.#database.seals.seal('report-file', fileIdentity(file), fileFacts(file));
    const { rowCount } = await this.#database.pool.query(
      `insert into report_file (report_id, format, name, media_type, personal, bytes, seal, salt)
       select r.id, $2, $3, $4, $5, $6, $7, $8 from report r where r.id = $1 and (r.plots is not null or not $5) for share
       on conflict do nothing`,
      [report.id, format, name, mediaType, personal, bytes, seal, randomBytes(SALT_BYTES)],
    );
    if (rowCount === 1) return { name, mediaType, bytes };
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
  ): Promise<Pick<Made, 'figures' | 'lots' | 'plots'>> {
    const farm = farmOf(scope);
    const begin = new Date(`${period.from}T00:00:00Z`);
    const end = new Date(Math.min(Date.parse(`${period.to}T00:00:00Z`) + DAY_MS, LAST_INSTANT));
    const [read] = lotsAnswer.parse(await em.execute(LOTS, [period.from, period.to, farm, farm]));
    if (read.count > MOST_LOTS) {
      throw invalid({
        field: 'startDate',
        said: INPUT.periodTooLarge({ most: MOST_LOTS }),
      });
    }
    const { gdprCompliant } = await this.#privacyState(em, end, now);
    const [checked]: { checks: number }[] = await em.execute(CHECKS, [begin, end, farm, farm]);
    const states = await this.#states(em, scope, period);
    const { figures, lots, plots } = await this.#threads.run('lotsRead', { text: read.lots, states });
    return { figures: { ...figures, satelliteChecks: checked?.checks ?? 0, gdprCompliant }, lots, plots };
  }

  /** How the lots compare with the ledger, as the transaction sees them. */
  async #states(em: EntityManager, scope: LotScope, period: Period): Promise<Map<string, VerificationState>> {
    const [taken] = snapshotAnswer.parse(await em.execute('select pg_export_snapshot() as snapshot, now() as at'));
    return this.#database.inSnapshot(taken.snapshot, async (rows) => {
      const source = { rows: rows.rows.bind(rows), seals: this.#database.seals };
      return this.#comparedLots.statesOf(await this.#lotIds(source, scope, period), { source, at: taken.at });
    });
  }

  async #lotIds(source: Pick<Database, 'rows'>, scope: LotScope, period: Period): Promise<string[]> {
    const rows = await source.rows<{ id: string }>(LOT_IDS, [period.from, period.to, farmOf(scope)]);
    return rows.map(({ id }) => id);
  }

  /**
   * Of a stored report its files are shown where the caller's scope is the same as its own, or a wider one.
   * @throws Refused not-found, conflict
   */
  async #assertShown(id: string, scope: LotScope): Promise<void> {
    const row = isUuid(id) ? await this.#sealed(id) : null;
    if (row === null || !covers(scope, scopeOfFarm(row.scope_farm_id))) throw notFound('Report');
    if (!reportIsSound(this.#database.seals, row)) throw refusedAsChanged();
  }

  async #sealed(id: string): Promise<SealedReport | null> {
    const row = await this.#database.row(`select ${REPORT_COLUMNS} from report where id = $1`, [id]);
    return row === null ? null : sealedReport.parse(row);
  }

  /** @throws Refused not-found, conflict */
  async #load(id: string): Promise<StoredReport> {
    const sealed = await this.#sealed(id);
    if (sealed !== null && !reportIsSound(this.#database.seals, sealed)) throw refusedAsChanged();
    const row = await this.#database.row(
      `select id, created_at, creator_role, scope_farm_id, period_from, period_to, sample_data, figures::text, lots::text,
         plots::text from report where id = $1`,
      [id],
    );
    if (row === null) throw notFound('Report');
    return storedReport.parse(row);
  }

  /** @throws Refused gone, conflict */
  async #kept(id: string, format: ReportFormat): Promise<ReportFile | null> {
    const row = await this.#database.row(
      'select report_id, format, name, media_type, personal, bytes, seal from report_file where report_id = $1 and format = $2',
      [id, format],
    );
    if (row === null) return null;
    const file = storedFile.parse(row);
    if (!fileIsSound(this.#database.seals, file)) throw refusedAsChanged();
    if (file.bytes === null) throw refusedAsErased();
    return { name: file.name, mediaType: file.media_type, bytes: file.bytes };
  }
}

/** The maker's own report of this day that holds the same; one that was changed since is nobody's. */
async function sameAs(
  em: EntityManager,
  made: Made,
  maker: UserCaller,
): Promise<Pick<Snapshot, 'id' | 'createdAt'> | null> {
  const day = `${made.createdAt.toISOString().slice(0, 10)}T00:00:00Z`;
  const kind: { id: string }[] = await em.execute(SAME_KIND, [
    subjectOf(maker),
    day,
    made.creatorRole,
    farmOf(made.scope),
    made.period.from,
    made.period.to,
    made.sampleData,
  ]);
  // Mostly there is none, and the lots need not be sent to be compared.
  if (kind.length === 0) return null;
  const rows = await tables(em)
    .selectFrom('report')
    .select(['id', 'created_at'])
    .where(
      'id',
      'in',
      kind.map(({ id }) => id),
    )
    .where('figures', '=', JSON.stringify(made.figures))
    .where('lots', '=', made.lots)
    .where('plots', '=', made.plots)
    .orderBy('created_at', 'desc')
    .execute();
  const same = sameReport.parse(rows);
  const sound = await soundReports(
    em,
    same.map(({ id }) => id),
  );
  const found = same.find(({ id }) => sound.has(id));
  return found === undefined ? null : { id: found.id, createdAt: found.created_at };
}

/** @throws Refused too-many-requests */
async function assertRoom(em: EntityManager, { createdAt }: Made, maker: UserCaller): Promise<void> {
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
    said: REFUSED.tooManyReportsADay({ most: MOST_REPORTS_A_DAY }),
    retryAfterSeconds: Math.max(1, Math.ceil((first.created_at.getTime() - since.getTime()) / 1_000)),
  });
}

async function store(em: EntityManager, made: Made, maker: UserCaller): Promise<void> {
  await tables(em)
    .insertInto('report')
    .values({
      id: made.id,
      kind: 'compliance',
      created_by: maker.userId,
      key_id: keyOf(maker),
      creator_role: made.creatorRole,
      scope_farm_id: farmOf(made.scope),
      period_from: made.period.from,
      period_to: made.period.to,
      sample_data: made.sampleData,
      figures: JSON.stringify(made.figures),
      lots: made.lots,
      plots: made.plots,
      created_at: made.createdAt,
    })
    .execute();
}

/** The report's columns as they are written; jsonb as JSON text. */
interface ReportRow {
  id: string;
  kind: 'compliance';
  created_by: string | null;
  key_id: string | null;
  creator_role: string;
  scope_farm_id: string | null;
  period_from: string;
  period_to: string;
  sample_data: boolean;
  figures: string;
  lots: string;
  plots: string;
  created_at: Date;
}

/**
 * Statements whose values go beside their text. The ORM's own `execute` writes them into it character by character, which
 * takes half a second of this thread for the megabytes of a report.
 */
function tables(em: EntityManager) {
  return em.getKysely<{ report: ReportRow }>();
}

function nameOf({ id, period_from: from, period_to: to }: StoredReport, format: ReportFormat): string {
  return fileName({ id, period: { from, to } }, format);
}

function covers(scope: LotScope, other: LotScope): boolean {
  if (scope.kind === 'all') return true;
  return scope.kind === other.kind && farmOf(scope) === farmOf(other);
}
