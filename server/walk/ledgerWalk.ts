import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { ALERT_FILES, checkFileBytes } from '../alerts/files/sealedFiles.ts';
import { ALERT_COMMENTS, ALERT_TASKS } from '../alerts/investigation/sealedInvestigation.ts';
import { checkAudit } from '../audit/checkAudit.ts';
import { checkMade } from '../audit/checkMade.ts';
import type { Database } from '../database/database.ts';
import type { Task } from '../database/jobs.ts';
import { MARKS, readMark, writeMark } from '../database/marks.ts';
import type { RegisterContent } from '../domain/ledger/content.ts';
import { checkPlots } from '../farms/checkPlots.ts';
import { PLOT_VERSIONS, PLOTS } from '../farms/sealedPlots.ts';
import { ACCOUNTS, PARTNER_KEYS, REFRESH_TOKENS, SESSIONS } from '../identity/sealedIdentity.ts';
import type { Ledger, WholeLedger } from '../ledger/ledger.ts';
import { checkRegister } from '../ledger/register/checkRegister.ts';
import type { Register } from '../ledger/register/register.ts';
import { ERASURE_LOTS, ERASURES } from '../privacy/sealedErasures.ts';
import { DELIVERIES, WEB_HOOKS } from '../hooks/sealedHooks.ts';
import { ALERT_MAIL, ALERTS_TOLD } from '../mail/sealedMail.ts';
import { checkFigures } from '../monitoring/figures/checkFigures.ts';
import { checkOperations } from './checkOperations.ts';
import { checkReports } from '../reports/checkReports.ts';
import { checkSeals } from '../seals/checkSeals.ts';
import type { Finding } from '../seals/finding.ts';
import type { Verification } from '../domain/verification.ts';

/** Under which the queue knows it. */
export const WALK_TASK = 'ledger-walk';
/** Under which the last walk is noted. */
const MARK = 'ledger-walk';

/** Each night at 01:07 UTC; a night that was missed is made up for at the next start. */
export const WALK_SCHEDULE = `7 1 * * * ${WALK_TASK} ?fill=1d&jobKey=${WALK_TASK}`;

const LOTS_AT_ONCE = 50;
const CHAINS_AT_ONCE = 500;
/** More are not named: the first ones say where to look. */
const MOST_FINDINGS = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What a whole walk of the ledger against the tables came to. */
export interface WalkView {
  /** when it began, ISO 8601, UTC */
  at: string;
  /** lots that were compared, deleted ones too */
  lots: number;
  /** lots whose record differs from the ledger */
  differing: number;
  /** all that does not fit: lots, blocks, reports, audit rows, accounts */
  faults: number;
}

export interface Walk extends WalkView {
  findings: Finding[];
}

const walkMark = z.object({ at: z.string(), lots: z.int(), differing: z.int(), faults: z.int() });

/**
 * Walks the whole ledger against the tables: blocks, every lot with its events, values, checks and alerts, chains that no lot
 * has, the register chain, reports, the audit table, and every sealed row. Lists, filters and figures rest on the last walk.
 */
export class LedgerWalk {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #whole: WholeLedger;
  readonly #register: Register;
  readonly #compare: (ids: readonly string[]) => Promise<Map<string, Verification>>;
  readonly #log: Pick<BaseLogger, 'info' | 'error'>;
  readonly #clock: () => Date;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    whole: WholeLedger;
    register: Register;
    /** lots by UUID, deleted ones too, compared with the ledger */
    compare(ids: readonly string[]): Promise<Map<string, Verification>>;
    log: Pick<BaseLogger, 'info' | 'error'>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#whole = parts.whole;
    this.#register = parts.register;
    this.#compare = (ids) => parts.compare(ids);
    this.#log = parts.log;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return { [WALK_TASK]: async (_payload, signal) => this.#runAndTell(signal) };
  }

  /** The last whole walk; null before the first. */
  async last(): Promise<WalkView | null> {
    const mark = await this.#database.read((em) => readMark(em, MARK));
    return mark === null ? null : walkMark.parse(mark.value);
  }

  /**
   * Walks all of it, and notes what came of it.
   * @throws LedgerAway; the signal's reason, when it is broken off
   */
  async run(signal?: AbortSignal): Promise<Walk> {
    const at = this.#clock();
    const findings = await this.#whole.checkWhole();
    const { lots, differing } = await this.#lots(findings, signal);
    await this.#chains(findings, signal);
    await this.#strays(findings);
    const register = await checkRegister(this.#database, this.#ledger, this.#register);
    findings.push(...register.findings);
    findings.push(...(await checkReports(this.#database, register.contents)));
    signal?.throwIfAborted();
    findings.push(...(await checkAudit(this.#database, anchoredPortions(register.contents))));
    findings.push(...(await checkMade(this.#database)));
    findings.push(...(await checkPlots(this.#database)));
    findings.push(...(await this.#database.schema.compare()));
    findings.push(...(await checkOperations(this.#database)));
    findings.push(...(await checkFigures(this.#database, signal)));
    for (const [rows, condition] of [
      [ACCOUNTS, 'true'],
      [PARTNER_KEYS, 'true'],
      [SESSIONS, 't.ended_at is null'],
      [REFRESH_TOKENS, 't.expires_at > now()'],
      [ERASURES, 'true'],
      [ERASURE_LOTS, 'true'],
      [ALERT_TASKS, 'true'],
      [ALERT_COMMENTS, 'true'],
      [ALERT_FILES, 'true'],
      [WEB_HOOKS, 'true'],
      [DELIVERIES, 'true'],
      [ALERT_MAIL, 'true'],
      [ALERTS_TOLD, 'true'],
      [MARKS, 'true'],
      [PLOTS, 'true'],
      [PLOT_VERSIONS, 'true'],
    ] as const) {
      findings.push(...(await checkSeals(this.#database, rows, condition)));
    }
    findings.push(...(await checkFileBytes(this.#database)));
    const view: WalkView = { at: at.toISOString(), lots, differing, faults: findings.length };
    await this.#database.write((em) => writeMark(em, MARK, view, at));
    return { ...view, findings: findings.slice(0, MOST_FINDINGS) };
  }

  async #runAndTell(signal: AbortSignal): Promise<void> {
    const { findings, ...view } = await this.run(signal);
    for (const finding of findings) this.#log.error(finding, 'A row does not fit what the ledger or its seal says');
    this.#log.info(view, 'The ledger was walked against the tables');
  }

  async #lots(findings: Finding[], signal?: AbortSignal): Promise<{ lots: number; differing: number }> {
    let [lots, differing] = [0, 0];
    for (let after = FIRST_ID; ;) {
      signal?.throwIfAborted();
      const rows = await this.#database.rows<{ id: string; lot_id: string }>(
        `select id, lot_id from lot where id > $1 order by id limit ${LOTS_AT_ONCE}`,
        [after],
      );
      const last = rows.at(-1)?.id;
      if (last === undefined) return { lots, differing };
      const compared = await this.#compare(rows.map(({ id }) => id));
      for (const { id, lot_id: lotId } of rows) {
        const verification = compared.get(id);
        lots += 1;
        if (verification === undefined || verification.state !== 'differs') continue;
        differing += 1;
        const fields = verification.discrepancies.map(({ field }) => field).join(', ');
        findings.push({ table: 'lot', row: lotId, fault: `differs from the ledger in: ${fields}` });
      }
      after = last;
    }
  }

  /** What is to be sent for an event that is not there. */
  async #strays(findings: Finding[]): Promise<void> {
    const strays = await this.#database.rows<{ row: string }>(
      `select o.event_id as row from ledger_outbox o where not exists (select from lot_event e where e.event_id = o.event_id)
       order by 1 limit ${MOST_FINDINGS}`,
    );
    for (const { row } of strays) findings.push({ table: 'ledger_outbox', row, fault: 'belongs to no event' });
  }

  /** Chains that no lot has: a lot that was taken out of the tables. */
  async #chains(findings: Finding[], signal?: AbortSignal): Promise<void> {
    const own = await this.#register.key();
    for (let after = ''; ;) {
      signal?.throwIfAborted();
      const keys = await this.#whole.chainKeys(after, CHAINS_AT_ONCE);
      const last = keys.at(-1);
      if (last === undefined) return;
      const foreign = await this.#database.rows<{ key: string }>(
        'select key from unnest($1::text[]) key where key <> $2 and not exists (select from lot where lot_key = key)',
        [keys, own],
      );
      for (const { key } of foreign) {
        findings.push({
          table: 'lot',
          row: key,
          fault: 'stands on the ledger under this key, and the database lacks it',
        });
      }
      after = last;
    }
  }
}

function anchoredPortions(contents: readonly RegisterContent[]): Map<number, string> {
  return new Map(contents.flatMap(({ entry }) => (entry.kind === 'audit' ? [[entry.portion, entry.hash]] : [])));
}
