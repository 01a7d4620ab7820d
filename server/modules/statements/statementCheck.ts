import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FILING } from '../../domain/messages/filingMessages.ts';
import { isFileable } from '../../domain/statement/preflight.ts';
import type { PreflightFinding } from '../../domain/statement/preflightFinding.ts';
import { statementContentRefusal } from '../../domain/statement/states.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import { gramsFromKg } from '../../domain/text/units.ts';
import type { Caller, RequestInfo, UserCaller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { originLines, originsOf } from '../consignments/consignmentOrigins.ts';
import type { ConsignmentReader } from '../consignments/consignmentReader.ts';
import type { ConsignmentView } from '../consignments/consignmentView.ts';
import { CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { lockedConsignment } from '../consignments/lockedConsignment.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { wholeParties } from '../parties/partyBuyer.ts';
import type { CheckedContent, FrozenPart, ToCheck } from './content/checkContent.ts';
import { storeContent } from './content/frozenContent.ts';
import { statementManager } from './statementAccess.ts';
import type { StatementParts } from './statementParts.ts';
import type { StatementRow } from './statementRow.ts';
import { assertIdle, assertWhole, DRAFT_AGAIN, insertDraft, stepRefused, unfreeze } from './statementService.ts';
import { changeStatement, lockedParts, lockedStatement, type StatementChanges } from './statementStore.ts';
import type { StatementView } from './statementView.ts';

/** What a check found, and the statement after it: `checked` where no finding is a fault. */
export interface StatementCheckView {
  ready: boolean;
  findings: PreflightFinding[];
  statement: StatementView;
}

const DERIVED = `select l.lot_id as "lotId", l.deforestation_status as status from ${CONSIGNMENT_LOTS} h
  join ${ALL_LOTS} l on l.id = h.lot_id where h.consignment_id = $1 and l.kind <> 'origin' order by l.lot_id`;

/** Checks statements, and freezes the content of those that can be filed. */
export class StatementCheck {
  readonly #parts: StatementParts & { consignments: ConsignmentReader };

  constructor(parts: StatementParts & { consignments: ConsignmentReader }) {
    this.#parts = parts;
  }

  /**
   * Compares a statement with the rules of the EU Information System. Without faults its content is frozen, in as many
   * parts as the limits ask for; with faults nothing is.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict
   */
  async check(caller: Caller, id: string, version: number | undefined, info: RequestInfo): Promise<StatementCheckView> {
    const { permissions, database, threads, reader } = this.#parts;
    const user = statementManager(permissions, caller);
    const row = await database.read((em) => lockedStatement(em, id, version));
    assertCheckable(row);
    const consignment = await this.#parts.consignments.find(row.consignmentId);
    if (consignment === null) throw notFound('Consignment');
    const checked = await threads.run('check', await this.#toCheck(row, consignment));
    const ready = isFileable(checked.findings);
    await withFreeReferences(row.internalReference, () =>
      database.write(async (em) => {
        await lockCaller(em, user);
        await this.#write(em, { row, consignment, checked, user, info });
      }),
    );
    const statement = await reader.find(id);
    if (statement === null) throw notFound('Statement');
    return { ready, findings: checked.findings, statement };
  }

  /**
   * Checks a frozen statement again, before it leaves the house: lots may have got another status, and checks grow old.
   * @throws Refused conflict (it would be another content now, or has a fault)
   */
  async assertStillReady(row: StatementRow): Promise<void> {
    const consignment = await this.#parts.consignments.find(row.consignmentId);
    if (consignment === null) throw notFound('Consignment');
    const { parts, grouped } = await this.#parts.threads.run('check', await this.#toCheck(row, consignment));
    const frozen = row.partCount === 0 ? [row] : await this.#parts.database.read((em) => lockedParts(em, row.id));
    // A grouped content has no producers: those are in its parts alone.
    const isSame =
      (grouped ?? parts[0])?.contentHash === row.contentHash &&
      parts.length === frozen.length &&
      parts.every(({ contentHash }, at) => contentHash === frozen[at]?.contentHash);
    if (!isSame) throw stepRefused(FILING.contentChanged({}));
  }

  async #write(
    em: EntityManager,
    {
      row: { id, rowVersion },
      consignment: { version },
      checked,
      user,
      info,
    }: {
      row: StatementRow;
      consignment: ConsignmentView;
      checked: CheckedContent;
      user: UserCaller;
      info: RequestInfo;
    },
  ): Promise<void> {
    const row = await lockedStatement(em, id, rowVersion);
    assertCheckable(row);
    // What was read before is still so: a consignment that changed since has another version.
    if ((await lockedConsignment(em, row.consignmentId)).version !== version) {
      throw stepRefused(FILING.contentChanged({}));
    }
    await unfreeze(em, row);
    await this.#freeze(em, row, checked, version);
    await audit(em, {
      caller: user,
      action: 'statement.checked',
      target: { kind: 'statement', id },
      info,
      details: { ready: checked.parts.length > 0, parts: checked.parts.length },
    });
  }

  async #freeze(
    em: EntityManager,
    row: StatementRow,
    { parts, grouped }: CheckedContent,
    consignmentVersion: number,
  ): Promise<void> {
    const at = this.#parts.clock();
    const [first] = parts;
    if (first === undefined) {
      await changeStatement(em, row, { ...DRAFT_AGAIN, kind: row.filedAs }, at);
      return;
    }
    const own: StatementChanges = { state: 'checked', consignmentVersion, checkedAt: at, faults: [] };
    const head = grouped ?? first;
    await storeContent(em, row.id, head.packed);
    const counted = grouped === null ? [] : parts;
    const sums = { netGrams: sum(parts, 'netGrams'), producers: sum(parts, 'producers'), plots: sum(parts, 'plots') };
    const countries = [...new Set(parts.flatMap((part) => part.countries))].sort();
    const { kind, contentHash } = head;
    await changeStatement(em, row, { ...own, ...sums, countries, kind, contentHash, partCount: counted.length }, at);
    for (const [index, part] of counted.entries()) {
      const id = randomUUID();
      await insertDraft(em, { ...partDraft(row, id, index + 1, part.internalReference), at });
      await storeContent(em, id, part.packed);
      const { netGrams, producers, plots } = part;
      const changes = { ...own, netGrams, producers, plots, countries: part.countries, contentHash: part.contentHash };
      await changeStatement(em, { id, consignmentId: row.consignmentId }, changes, at);
    }
  }

  async #toCheck(row: StatementRow, consignment: ConsignmentView): Promise<ToCheck> {
    const { database, comparedLots, registry, sampleData, clock } = this.#parts;
    const origins = await originsOf(database, consignment.id);
    const [text, states, derived, buyers] = await Promise.all([
      originLines(database, origins),
      comparedLots.statesOf(origins),
      database.rows<{ lotId: string; status: DeforestationStatus }>(DERIVED, [consignment.id]),
      wholeParties(database, [consignment.buyerId]),
    ]);
    const buyer = buyers.get(consignment.buyerId);
    return {
      text,
      states,
      derived,
      head: {
        kind: row.filedAs,
        operatorRole: row.operatorRole,
        internalReference: row.internalReference,
        activityType: row.activityType,
        representedOperator: row.representedOperator,
        countryOfActivity: row.countryOfActivity,
        borderCrossCountry: row.borderCrossCountry,
        comment: row.comment,
        geolocationConfidential: row.geolocationConfidential,
      },
      goods: {
        descriptionOfGoods: row.descriptionOfGoods,
        hsHeading: row.hsHeading,
        netGrams: gramsFromKg(consignment.netWeight ?? consignment.weight),
        deviationPercent: row.deviationPercent,
      },
      // The importer files the package. The registry knows who files through it.
      operator:
        registry.driver === 'package' && buyer !== undefined && buyer.erasedAt === null
          ? { country: buyer.country, eori: buyer.eori === '' ? null : buyer.eori }
          : null,
      knowsOperator: registry.driver === 'package',
      sampleData,
      now: clock(),
    };
  }
}

/** @throws Refused conflict, for a part, and for a statement that is no draft any more */
function assertCheckable(row: StatementRow): void {
  assertWhole(row);
  assertIdle(row);
  const said = statementContentRefusal(row.state === 'checked' ? 'draft' : row.state);
  if (said !== null) throw stepRefused(said);
}

/** @throws Refused conflict, when another statement has the reference of a part */
async function withFreeReferences(reference: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw stepRefused(FILING.referenceTaken({ reference }));
  }
}

function sum(parts: readonly FrozenPart[], figure: 'netGrams' | 'producers' | 'plots'): number {
  return parts.reduce((total, part) => total + part[figure], 0);
}

function partDraft(row: StatementRow, id: string, partNumber: number, internalReference: string) {
  return {
    ...row,
    id,
    supersedesId: null,
    internalReference,
    createdBy: null,
    createdKey: null,
    group: { id: row.id, partNumber },
  };
}
