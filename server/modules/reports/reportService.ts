import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { IsolationLevel } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { withAdvisoryLock } from '../../platform/database/withAdvisoryLock.ts';
import type { TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { currentRequest, streamedStep } from '../../platform/database/requestScope.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { Pagination } from '../../domain/public/publicRoutes.ts';
import type { LotScope, PermissionTable } from '../../domain/access/permissions.ts';
import type { Period } from '../../domain/report/reportPeriod.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import type { Threads } from '../../platform/concurrency/threads.ts';
import {
  partnerKeyOf,
  requireGrant,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import { invalid, notFound, type Refused } from '../../platform/errors/refusal.ts';
import { figuresBesideLots, inPeriod, LOT_LINE, type PrivacyStateReader } from './lotsOfPeriod.ts';
import type { PdfTasks } from './pdfTasks.ts';
import { askedPeriod, type PeriodInput } from './period.ts';
import { refusedAsChanged, refusedAsErased } from './reportErased.ts';
import { reportFileName, FORMAT_RULES, type ReportFormat } from './reportFiles.ts';
import { listReports, ReportContents, type ListedReport } from './reportList.ts';
import { PARTS_DIFFER, PIECED, piecesOf } from './reportParts.ts';
import { reportFigures } from './reportSnapshot.ts';
import { storeOnce, type Made, type Maker } from './reportStore.ts';
import { viewOf, type ReportView } from './reportView.ts';
import {
  fileFacts,
  fileIdentity,
  fileIsIntact,
  FILE_VERSION,
  REPORT_COLUMNS,
  reportIsIntact,
  SALT_BYTES,
  signedReport,
  type SignedReport,
} from './signedReports.ts';
import { farmOf, scopeOfFarm, storedFile, storedReport, type StoredReport } from './storedReport.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';
import type { VerificationState } from '../../domain/verification/verification.ts';

/** A file as it is stored; for a file in pieces, the list of its pieces. */
interface StoredBytes {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface ReportFile {
  name: string;
  mediaType: string;
  /** a stream for a report in parts: it is sent piece by piece, and fails at a piece that was changed meanwhile */
  body: Buffer | Readable;
}

/** The lots of `LOTS`, by their UUIDs. */
const LOT_IDS = `select l.id from ${LIVE_LOTS} l where ${inPeriod('$1', '$2', '$3')} order by l.harvest_date, l.lot_id limit $4`;
const snapshotAnswer = z.tuple([z.object({ snapshot: z.string(), at: z.coerce.date() })]);

const lotsAnswer = z.tuple([z.object({ lots: z.string(), count: z.int() })]);
const viewed = signedReport.extend({ figures_text: z.string() });

const COUNT = `select count(*)::int as lots from (select from ${LIVE_LOTS} l where ${inPeriod('$1', '$2', '$3')} limit $4) counted`;

/** Lots of the period and farm (twice), with a limit. */
const LOTS = `
  select coalesce(json_agg(line), '[]')::text as lots, count(*)::int as count from (
    select ${LOT_LINE} from ${LIVE_LOTS} l where ${inPeriod('?', '?', '?', '?')} order by l.harvest_date, l.lot_id limit ?) line`;

/**
 * Compliance reports: read in one snapshot, stored, and answered from there in every format (docs/spec/reports.md,
 * 'Compliance report').
 */
export class ReportService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #sampleData: boolean;
  readonly #privacyState: PrivacyStateReader;
  readonly #threads: Threads<PdfTasks>;
  readonly #comparedLots: ComparedLots;
  readonly #issuer: () => Promise<Issuer | null>;
  readonly #mostLots: number;
  readonly #clock: () => Date;
  readonly #totals: TotalCache = new Map();
  readonly #contents = new ReportContents();

  constructor(parts: {
    database: Database;
    permissionTable: PermissionTable;
    /** satellite results come from sample data */
    sampleData: boolean;
    privacyState: PrivacyStateReader;
    /** where lots are read and files are written */
    threads: Threads<PdfTasks>;
    comparedLots: ComparedLots;
    /** who is named on papers */
    issuer: () => Promise<Issuer | null>;
    /** of a report that is made at once */
    mostLots: number;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#sampleData = parts.sampleData;
    this.#privacyState = parts.privacyState;
    this.#threads = parts.threads;
    this.#comparedLots = parts.comparedLots;
    this.#issuer = parts.issuer;
    this.#mostLots = parts.mostLots;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * Makes and stores a report of the visible lots that were harvested in a period. If nothing of it has changed, the
   * caller's report of the same day and period is answered again; two simultaneous requests share one.
   * @throws Refused unauthenticated, forbidden, invalid (the period, or more than 50,000 lots in it), too-many-requests
   *   (more than 100 different ones in 24 hours)
   */
  async make(caller: Caller, period: PeriodInput, info: RequestInfo): Promise<ReportView> {
    const { user } = requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    const createdAt = this.#clock();
    const asked = askedPeriod(period, createdAt);
    if (await this.hasMoreThan(this.#mostLots, scope, asked)) throw this.#tooLarge();
    await this.#database.disk.assertRoom();
    return this.makeFor(makerOf(user), { scope, period: asked, createdAt, info });
  }

  /** As `make`, for an authorized caller. @throws Refused invalid (too many lots), too-many-requests */
  async makeFor(
    maker: Maker,
    {
      scope,
      period,
      createdAt,
      info,
    }: { scope: LotScope; period: Period; createdAt: Date; info: Partial<RequestInfo> },
  ): Promise<ReportView> {
    const subject = maker.userId ?? maker.keyId;
    const name = JSON.stringify(['report', subject, maker.role, farmOf(scope), period.from, period.to]);
    const made = await withAdvisoryLock(this.#database, name, async () => {
      // Before the snapshot, so that little is left to compare while its transaction is open.
      await this.#comparedLots.statesOf(await this.lotIds(scope, period));
      return this.#make(maker, scope, period, createdAt, info);
    });
    return viewOf(made);
  }

  /** Whether a period has more lots than `most`. */
  async hasMoreThan(most: number, scope: LotScope, period: Period): Promise<boolean> {
    const values = [period.from, period.to, farmOf(scope), most + 1];
    const counted = await this.#database.row<{ lots: number }>(COUNT, values);
    return (counted?.lots ?? 0) > most;
  }

  /** The lots of a period by UUID, in the order of a report, up to the limit of a report that is made at once. */
  async lotIds(scope: LotScope, period: Period, source: Pick<Database, 'rows'> = this.#database): Promise<string[]> {
    const rows = await source.rows<{ id: string }>(LOT_IDS, [period.from, period.to, farmOf(scope), this.#mostLots]);
    return rows.map(({ id }) => id);
  }

  #tooLarge(): Refused {
    return invalid({ field: 'startDate', said: INPUT.periodTooLarge({ most: this.#mostLots }) });
  }

  #make(maker: Maker, scope: LotScope, asked: Period, createdAt: Date, info: Partial<RequestInfo>): Promise<Made> {
    return this.#database.orm.em.fork().transactional(
      async (em) => {
        // Before the snapshot: a running erasure ends first, and a later one finds this report.
        await em.execute('lock table report in row exclusive mode');
        const read = await this.#read(em, scope, asked, createdAt);
        const made: Made = {
          id: randomUUID(),
          createdAt,
          creatorRole: maker.role,
          scope,
          period: asked,
          sampleData: this.#sampleData,
          inParts: false,
          ...read,
        };
        return { ...made, ...(await storeOnce(em, this.#database, made, maker, info)) };
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    );
  }

  /** The figures of a stored report. @throws Refused not-found, conflict (changed in the database) */
  async view(id: string): Promise<ReportView> {
    const row = await this.#database.row(
      `select ${REPORT_COLUMNS}, figures::text as figures_text from report where id = $1`,
      [id],
    );
    if (row === null) throw notFound('Report');
    const report = viewed.parse(row);
    if (!reportIsIntact(this.#database.seals, report)) throw refusedAsChanged();
    return viewOf({
      id: report.id,
      createdAt: report.created_at,
      period: { from: report.period_from, to: report.period_to },
      figures: reportFigures.parse(JSON.parse(report.figures_text)),
    });
  }

  /**
   * One page of the stored reports whose files the caller may request, newest first. A report that was changed in the
   * database is listed by its id only.
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
   * A stored report as a file: made from the stored content on the first request, the same bytes afterwards.
   * @throws Refused unauthenticated, forbidden, not-found (also another scope's report), invalid (a format that holds
   *   no report in parts), gone (after an erasure), conflict (changed in the database)
   */
  async file(caller: Caller, id: string, format: ReportFormat): Promise<ReportFile> {
    requireGrant(this.#permissions, caller, 'generate_reports');
    const scope = scopeOf(this.#permissions, caller);
    const { inParts } = await this.#assertShown(id, scope);
    if (inParts && !FORMAT_RULES[format].inParts) {
      throw invalid({ field: 'format', said: INPUT.formatTooSmall({ format, most: this.#mostLots }) });
    }
    const file =
      (await this.#kept(id, format)) ??
      (await withAdvisoryLock(this.#database, JSON.stringify(['report file', id.toLowerCase(), format]), async () => {
        return (await this.#kept(id, format)) ?? this.#makeFile(id, format);
      }));
    const { name, mediaType, bytes } = file;
    const pieced = PIECED.find((one) => one === format);
    if (!inParts || pieced === undefined) return { name, mediaType, body: bytes };
    const request = currentRequest();
    const texts = piecesOf(this.#database, { id, format: pieced, stored: bytes }, (next) =>
      streamedStep(request, next),
    );
    return { name, mediaType, body: Readable.from(texts, { objectMode: false }) };
  }

  /** @throws Refused gone, not-found (deleted meanwhile) */
  async #makeFile(id: string, format: ReportFormat): Promise<StoredBytes> {
    const report = await this.#load(id);
    const { mediaType, personal } = FORMAT_RULES[format];
    if (personal && report.plots === null) throw refusedAsErased();
    const name = nameOf(report, format);
    const bytes = await this.#threads.run('reportFile', { report, format, issuer: await this.#issuer() });
    const file = { report_id: report.id, format, name, media_type: mediaType, personal, bytes };
    const seal = this.#database.seals.seal('report-file', fileIdentity(file), fileFacts(file));
    const { rowCount } = await this.#database.pool.query(
      `insert into report_file (report_id, format, name, media_type, personal, bytes, seal, salt)
       select r.id, $2, $3, $4, $5, $6, $7, $8 from report r where r.id = $1 and (r.plots is not null or not $5) for share
       on conflict do nothing`,
      [report.id, format, name, mediaType, personal, bytes, seal, randomBytes(SALT_BYTES)],
    );
    if (rowCount === 1) return { name, mediaType, bytes };
    // The first stored file counts; there is none if an erasure came in between.
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
    const values = [period.from, period.to, farm, farm, this.#mostLots + 1];
    const [read] = lotsAnswer.parse(await em.execute(LOTS, values));
    if (read.count > this.#mostLots) throw this.#tooLarge();
    const beside = await figuresBesideLots(em, this.#privacyState, { scope, period, now });
    const states = await this.#states(em, scope, period);
    const { figures, lots, plots } = await this.#threads.run('lotsRead', { text: read.lots, states });
    return { figures: { ...figures, ...beside }, lots, plots };
  }

  /** How the lots compare with the ledger, as the transaction sees them. */
  async #states(em: EntityManager, scope: LotScope, period: Period): Promise<Map<string, VerificationState>> {
    const [taken] = snapshotAnswer.parse(await em.execute('select pg_export_snapshot() as snapshot, now() as at'));
    return this.#database.inSnapshot(taken.snapshot, async (rows) => {
      const source = { rows: rows.rows.bind(rows), seals: this.#database.seals };
      return this.#comparedLots.statesOf(await this.lotIds(scope, period, source), { source, at: taken.at });
    });
  }

  /**
   * Files of a stored report are shown if the caller's scope is the same as the report's, or wider.
   * @returns whether its lots are in portions
   * @throws Refused not-found, conflict
   */
  async #assertShown(id: string, scope: LotScope): Promise<{ inParts: boolean }> {
    const row = isUuid(id) ? await this.#sealed(id) : null;
    if (row === null || !covers(scope, scopeOfFarm(row.scope_farm_id))) throw notFound('Report');
    if (!reportIsIntact(this.#database.seals, row)) throw refusedAsChanged();
    if (row.in_parts) {
      const parts = await this.#database.row<{ differ: boolean }>(
        `select ${PARTS_DIFFER} as differ from report r where r.id = $1`,
        [id],
      );
      if (parts?.differ !== false) throw refusedAsChanged();
    }
    return { inParts: row.in_parts };
  }

  async #sealed(id: string): Promise<SignedReport | null> {
    const row = await this.#database.row(`select ${REPORT_COLUMNS} from report where id = $1`, [id]);
    return row === null ? null : signedReport.parse(row);
  }

  /** @throws Refused not-found, conflict */
  async #load(id: string): Promise<StoredReport> {
    const sealed = await this.#sealed(id);
    if (sealed !== null && !reportIsIntact(this.#database.seals, sealed)) throw refusedAsChanged();
    const row = await this.#database.row(
      `select id, created_at, creator_role, scope_farm_id, period_from, period_to, sample_data, in_parts, figures::text, lots::text,
         plots::text from report where id = $1`,
      [id],
    );
    if (row === null) throw notFound('Report');
    return storedReport.parse(row);
  }

  /** @throws Refused gone, conflict */
  async #kept(id: string, format: ReportFormat): Promise<StoredBytes | null> {
    const row = await this.#database.row(
      `select report_id, format, name, media_type, personal, bytes, seal, ${FILE_VERSION} as newest from report_file
       where report_id = $1 and format = $2`,
      [id, format],
    );
    if (row === null) return null;
    const file = storedFile.parse(row);
    if (!fileIsIntact(this.#database.seals, file)) throw refusedAsChanged();
    if (file.bytes === null) throw refusedAsErased();
    return { name: file.name, mediaType: file.media_type, bytes: file.bytes };
  }
}

/** A caller as the maker of a report. */
export function makerOf(user: UserCaller): Maker {
  return { userId: user.userId, keyId: partnerKeyOf(user), role: user.role };
}

function nameOf(report: StoredReport, format: ReportFormat): string {
  const { id, period_from: from, period_to: to } = report;
  return reportFileName({ id, period: { from, to }, sampleData: report.sample_data }, format);
}

function covers(scope: LotScope, other: LotScope): boolean {
  if (scope.kind === 'all') return true;
  return scope.kind === other.kind && farmOf(scope) === farmOf(other);
}
