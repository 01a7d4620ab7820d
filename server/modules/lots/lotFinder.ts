import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/likePattern.ts';
import type { LotScope, PermissionTable } from '../../domain/access/permissions.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { scopeOf, type Caller } from '../../platform/access/caller.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { alikeLots } from './lotStatistics.ts';
import { lotCondition } from './lotQuery.ts';
import { LEDGER_RECORDS } from '../ledger/outbox/outboxViews.ts';

/** What a text is found in, a few of each kind. */
export interface FoundView {
  lots: { lotId: string; farmerName: string | null; stage: Stage }[];
  farms: { farmId: string; lots: number }[];
  transactions: { transactionId: string; lotId: string }[];
}

const MOST = 5;
/** Hex digits from which a text may be the beginning of a transaction id: fewer are as likely a lot's or a farm's number. */
const TRANSACTION_FROM = 6;
const TRANSACTION = new RegExp(`^[0-9a-f]{${TRANSACTION_FROM},64}$`);

const LEAST_LENGTH = 2;
const MOST_LENGTH = 100;
const soughtText = z
  .string()
  .trim()
  .min(LEAST_LENGTH, encodeMessage(CALL.tooShort({ field: 'text', least: LEAST_LENGTH })))
  .max(MOST_LENGTH, encodeMessage(CALL.tooLong({ field: 'text', most: MOST_LENGTH })))
  .refine((text) => !text.includes('\0'), encodeMessage(CALL.findNothing({})));

/** Finds visible lots, farms and transactions by a typed text. */
export class LotFinder {
  readonly #database: Database;
  readonly #permissions: PermissionTable;

  constructor(database: Database, permissions: PermissionTable) {
    this.#database = database;
    this.#permissions = permissions;
  }

  /** At most five of each kind. @throws Refused unauthenticated; invalid for a text that is too short or too long */
  async find(caller: Caller, given: string): Promise<FoundView> {
    const scope = scopeOf(this.#permissions, caller);
    const text = parseInput(soughtText, given);
    const [[lots, farms], transactions] = await Promise.all([
      this.#lotsAndFarms(scope, text),
      this.#transactions(scope, text.toLowerCase()),
    ]);
    return { lots, farms, transactions };
  }

  /**
   * First lots whose id is or begins with the text, then those whose farm id does, then others that contain it; the
   * newest of each. All lots of a country are searched only for the others.
   */
  async #lotsAndFarms(scope: LotScope, text: string): Promise<[FoundView['lots'], FoundView['farms']]> {
    const farms = await this.#farms(scope, text);
    const beginning = likePattern(text).slice(1);
    const found: FoundView['lots'] = [];
    const look = async (more: (at: number) => string, values: readonly unknown[]): Promise<void> => {
      if (found.length === MOST) return;
      const condition = lotCondition(scope, { search: text });
      const at = condition.values.length + 1;
      const rows = await this.#database.lists.rows<{ lotId: string; farmerName: string | null; stage: Stage }>(
        `select l.lot_id as "lotId", l.farmer_name as "farmerName", l.stage from lot l
         where ${condition.where} and ${more(at)} and l.lot_id <> all($${at + values.length})
         order by l.harvest_date desc, l.id desc limit ${MOST - found.length}`,
        [...condition.values, ...values, found.map(({ lotId }) => lotId)],
      );
      found.push(...rows);
    };
    await look((at) => `l.lot_id like upper($${at})`, [beginning]);
    for (const { farmId } of farms) await look((at) => `l.farm_id = $${at}`, [farmId]);
    await look(() => 'true', []);
    return [found, farms];
  }

  /** From the kept sums, if they can answer (`lotFigures.ts`). */
  #farms(scope: LotScope, text: string): Promise<FoundView['farms']> {
    const { from, where, values } = alikeLots('farms', scope, {});
    return this.#database.lists.rows(
      `select l.farm_id as "farmId", sum(l.lots) as lots ${from}
       where ${where} and l.farm_id like upper($${values.length + 1}) group by l.farm_id having sum(l.lots) > 0
       order by l.farm_id limit ${MOST}`,
      [...values, likePattern(text).slice(1)],
    );
  }

  async #transactions(scope: LotScope, text: string): Promise<FoundView['transactions']> {
    if (!TRANSACTION.test(text)) return [];
    const { where, values } = lotCondition(scope, {});
    return this.#database.lists.rows(
      `select distinct o.tx_id as "transactionId", l.lot_id as "lotId"
       from ${LEDGER_RECORDS} o join lot l on l.id = o.lot_id
       where o.tx_id like $${values.length + 1} and ${where} order by 1, 2 limit ${MOST}`,
      [...values, `${text}%`],
    );
  }
}
