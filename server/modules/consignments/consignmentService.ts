import { randomBytes, randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import type { ConsignmentListing } from '../../domain/consignment/consignmentCalls.ts';
import {
  dateOrderFault,
  type ConsignmentPatch,
  type NewConsignment,
} from '../../domain/consignment/consignmentInput.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import type { ShippingGuardMode } from '../../domain/lot/shippingGuard.ts';
import { CONSIGNMENT } from '../../domain/messages/consignmentMessages.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import { canonicalText } from '../../domain/proof/hashing.ts';
import type { Pagination } from '../../domain/public/publicRoutes.ts';
import { gramsFromKg } from '../../domain/text/units.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { actorOf } from '../lots/lotService.ts';
import { buyerFor } from '../parties/partyBuyer.ts';
import { endLinksOfConsignment } from './buyer/endLinks.ts';
import { consignmentManager, consignmentReader } from './consignmentAccess.ts';
import { appendConsignmentEvent, type ConsignmentChange } from './consignmentEvents.ts';
import { papersOf, type CommittedPapers } from './consignmentPapers.ts';
import type { ConsignmentReader } from './consignmentReader.ts';
import type { ConsignmentView } from './consignmentView.ts';
import { lockedConsignment } from './lockedConsignment.ts';

/** What all parts of the module are made with. */
export interface ConsignmentParts {
  database: Database;
  reader: ConsignmentReader;
  ledger: Pick<Ledger, 'mspId'>;
  permissions: PermissionTable;
  shippingGuard: ShippingGuardMode;
  clock: () => Date;
}

/** Opens consignments and changes their papers (docs/spec/consignments.md). */
export class ConsignmentService {
  readonly #parts: ConsignmentParts;

  constructor(parts: ConsignmentParts) {
    this.#parts = parts;
  }

  /** One page, the newest first. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    listing: ConsignmentListing,
  ): Promise<{ consignments: ConsignmentView[]; pagination: Pagination }> {
    consignmentReader(this.#parts.permissions, caller);
    return this.#parts.reader.list(listing);
  }

  /** One by its UUID; null for none. @throws Refused unauthenticated, forbidden */
  async find(caller: Caller, id: string): Promise<ConsignmentView | null> {
    consignmentReader(this.#parts.permissions, caller);
    return this.#parts.reader.find(id);
  }

  /**
   * Opens a consignment without lots.
   * @throws Refused unauthenticated, forbidden, invalid (no such buyer), conflict (the number is taken)
   */
  async open(caller: Caller, given: NewConsignment, info: RequestInfo): Promise<ConsignmentView> {
    const { permissions, database, ledger, clock } = this.#parts;
    const user = consignmentManager(permissions, caller);
    const again = carriedOutTarget('consignment');
    if (again !== null) return this.#view(again);
    const id = randomUUID();
    const consignmentKey = randomBytes(16).toString('hex');
    const at = clock();
    await withFreeNumber(given.number, () =>
      database.write(async (em) => {
        await lockCaller(em, user);
        const buyerName = await this.#buyerName(em, given.buyerId);
        const netGrams = given.netWeight === null ? null : gramsFromKg(given.netWeight);
        await em.execute(
          `insert into consignment (id, consignment_key, number, buyer_id, head_seq, head_hash, created_by, created_key,
             created_at, updated_at) values (?, ?, ?, ?, 0, '', ?, ?, ?, ?)`,
          [id, consignmentKey, given.number, given.buyerId, user.userId, partnerKeyOf(user), at, at],
        );
        await writePapers(em, id, { number: given.number, netGrams, papers: papersOf(given) });
        const change: ConsignmentChange = {
          step: 'opened',
          ...(netGrams === null ? {} : { netGrams }),
          personal: { consignmentNumber: given.number, buyer: buyerName, shippingPapers: papersOf(given) },
          buyerId: given.buyerId,
          actor: actorOf(user, info),
          at,
        };
        await appendConsignmentEvent(em, { id, consignmentKey, headSeq: 0, headHash: '' }, change, ledger.mspId);
        await audit(em, { caller: user, action: 'consignment.opened', target: { kind: 'consignment', id }, info });
      }),
    );
    return this.#view(id);
  }

  /**
   * Changes number and papers, until it is delivered; its buyer only while it is open, which ends the links that were
   * made for the former one. A change without difference writes nothing.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, invalid, conflict
   */
  async update(caller: Caller, id: string, patch: ConsignmentPatch, info: RequestInfo): Promise<ConsignmentView> {
    const { permissions, database } = this.#parts;
    const user = consignmentManager(permissions, caller);
    const again = carriedOutTarget('consignment');
    if (again !== null) return this.#view(again);
    const { version, netWeight, number, ...papers } = patch;
    await withFreeNumber(number ?? '', () =>
      database.write(async (em) => {
        await lockCaller(em, user);
        const before = await lockedConsignment(em, id, version);
        if (before.state === 'delivered') throw refuse(CONSIGNMENT.delivered({}));
        const after: CommittedPapers = { ...papersOf(before), ...presentFields(papers) };
        const fault = dateOrderFault(after);
        if (fault !== null) throw invalid({ field: fault.field, said: fault.message });
        const movesBuyer = after.buyerId !== before.buyerId;
        if (movesBuyer && before.state !== 'open') throw refuse(CONSIGNMENT.buyerFixed({ state: before.state }));
        const netGrams = netWeight === undefined ? before.netGrams : netWeight === null ? null : gramsFromKg(netWeight);
        const changed = {
          number: number !== undefined && number !== before.number,
          netWeight: netGrams !== before.netGrams,
          papers: canonicalText(after) !== canonicalText(papersOf(before)),
        };
        const fields = Object.entries(changed).flatMap(([field, differs]) => (differs ? [field] : []));
        if (fields.length === 0) return;
        const newNumber = number ?? before.number;
        await writePapers(em, before.id, { number: newNumber, netGrams, papers: papersOf(after) });
        const change: ConsignmentChange = {
          step: 'changed',
          ...(changed.netWeight ? { netGrams } : {}),
          personal: {
            consignmentNumber: changed.number ? newNumber : undefined,
            shippingPapers: changed.papers ? papersOf(after) : undefined,
            buyer: movesBuyer ? await this.#buyerName(em, after.buyerId) : undefined,
          },
          buyerId: after.buyerId,
          actor: actorOf(user, info),
          at: this.#parts.clock(),
        };
        await appendConsignmentEvent(em, before, change, this.#parts.ledger.mspId);
        await em.execute('update consignment set version = version + 1 where id = ?', [before.id]);
        const target = { kind: 'consignment', id: before.id };
        await audit(em, { caller: user, action: 'consignment.changed', target, info, details: { fields } });
        if (movesBuyer) await endLinksOfConsignment(em, before.id, { caller: user, info, at: change.at });
      }),
    );
    return this.#view(id);
  }

  async #buyerName(em: EntityManager, buyerId: string): Promise<string> {
    const buyer = await buyerFor(em, buyerId);
    if (buyer === null) throw invalid({ field: 'buyerId', said: CONSIGNMENT.notABuyer({}) });
    return buyer.name;
  }

  async #view(id: string): Promise<ConsignmentView> {
    const view = await this.#parts.reader.find(id);
    if (view === null) throw notFound('Consignment');
    return view;
  }
}

function refuse(said: ReturnType<(typeof CONSIGNMENT)[keyof typeof CONSIGNMENT]>): Refused {
  return new Refused({ kind: 'conflict', said });
}

/** The fields of a change that are given. */
function presentFields<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  // What is left out was undefined.
  return Object.fromEntries(present) as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
}

/** @throws Refused conflict, when another consignment has the number */
async function withFreeNumber(number: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const said = CONSIGNMENT.numberTaken({ number });
    throw new Refused({ kind: 'conflict', said, details: [fieldMessage('number', said)] });
  }
}

async function writePapers(
  em: EntityManager,
  id: string,
  { number, netGrams, papers }: { number: string; netGrams: number | null; papers: CommittedPapers },
): Promise<void> {
  await em.execute(
    `update consignment set number = ?, net_grams = ?, buyer_id = ?, bags = ?, containers = ?::jsonb, bill_of_lading = ?,
       incoterm = ?, loading_date = ?, departure_date = ?, arrival_date = ?, country_of_entry = ? where id = ?`,
    [
      number,
      netGrams,
      papers.buyerId,
      papers.bags,
      JSON.stringify(papers.containers),
      papers.billOfLading,
      papers.incoterm,
      papers.loadingDate,
      papers.departureDate,
      papers.arrivalDate,
      papers.countryOfEntry,
      id,
    ],
  );
}
