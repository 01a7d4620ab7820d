import { randomBytes, randomUUID } from 'node:crypto';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import {
  requireGrant,
  requirePerson,
  type Caller,
  type PersonCaller,
  type RequestInfo,
} from '../../platform/access/caller.ts';
import { apiKeyHash, KEY_START } from './keyReader.ts';
import type { KeyRole, NewKey } from '../../domain/access/keyInput.ts';
import { PARTNER_KEYS } from './signedIdentity.ts';
import { LockMode } from '@mikro-orm/core';
import { PartnerKeyEntity } from './partnerKey.ts';

/** A partner key as admins see it. The key itself is shown when it is made, and never again. */
export interface KeyView {
  id: string;
  name: string;
  /** its first characters, to tell keys apart on screen */
  prefix: string;
  role: KeyRole;
  /** upper-case; empty when the key belongs to no farm */
  farmId: string;
  createdBy: string;
  createdAt: Date;
  /** a minute exact; null when never used */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Keys that are in use at a time. */
export const MOST_KEYS = 500;

const PREFIX_CHARACTERS = KEY_START.length + 6;
const COLUMNS = `id, name, prefix, role, farm_id as "farmId", created_by as "createdBy", created_at as "createdAt",
  last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

/** Makes, lists and revokes the keys with which partners sign in (docs/spec/access-and-accounts.md, 'Partner keys'). */
export class KeyService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #totals: TotalCache = new Map();

  constructor(parts: { database: Database; permissionTable: PermissionTable }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
  }

  /** One page of all keys, newest first, revoked ones too. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ keys: KeyView[]; pagination: Pagination }> {
    this.#manager(caller);
    const [rows, total] = await Promise.all([
      this.#database.rows<KeyView & { facts: SignedFacts; seal: string | null }>(
        `select ${COLUMNS}, ${PARTNER_KEYS.facts('api_key')} as facts, seal from api_key
         order by created_at desc, id limit $1 offset $2`,
        [limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, 'from api_key', []),
    ]);
    // Rows are shown as they are; health and log report those that were changed outside of the program.
    const keys = rows.map(({ facts, seal, ...key }) => {
      this.#database.seals.holds('partner-key', key.id, facts, seal);
      return key;
    });
    return { keys, pagination: pageOf(total, page, limit) };
  }

  /**
   * Makes a key. Only a keyed hash of it is stored.
   * @returns the key in clear, this once
   * @throws Refused unauthenticated, forbidden, conflict (as many as there may be)
   */
  async create(
    caller: Caller,
    { name, role, farmId }: NewKey,
    info: RequestInfo,
  ): Promise<{ key: string; partnerKey: KeyView }> {
    const manager = this.#manager(caller);
    const key = KEY_START + randomBytes(32).toString('base64url');
    const partnerKey: KeyView = {
      id: randomUUID(),
      name,
      prefix: key.slice(0, PREFIX_CHARACTERS),
      role,
      farmId,
      createdBy: manager.userId,
      createdAt: new Date(),
      lastUsedAt: null,
      revokedAt: null,
    };
    const { id, prefix, createdAt } = partnerKey;
    await this.#database.write(async (em) => {
      await holdLimit(em, 'partner keys');
      const [known]: { count: number }[] = await em.execute(
        'select count(*)::int as count from api_key where revoked_at is null',
      );
      if ((known?.count ?? 0) >= MOST_KEYS) {
        throw new Refused({ kind: 'conflict', said: REFUSED.manyKeys({ most: MOST_KEYS }) });
      }
      const hash = apiKeyHash(this.#database.seals, key);
      const createdBy = manager.userId;
      em.create(PartnerKeyEntity, { id, name, prefix, hash, role, farmId, createdBy, createdAt, revokedAt: null });
      await em.flush();
      await signRows(em, PARTNER_KEYS, [id]);
      await audit(em, { caller: manager, action: 'key.created', target: { kind: 'key', id }, info, details: { role } });
    });
    return { key, partnerKey };
  }

  /** Ends a key for good. Revoking it again changes nothing. @throws Refused unauthenticated, forbidden, not-found */
  async revoke(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const manager = this.#manager(caller);
    if (!isUuid(id)) throw notFound('Key');
    await this.#database.writeFromReserve(async (em) => {
      const revoked = await em.findOne(PartnerKeyEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (revoked === null) throw notFound('Key');
      const whole = await verifiedRows(em, PARTNER_KEYS, [id]);
      if (revoked.revokedAt !== null) return;
      revoked.revokedAt = new Date();
      await em.flush();
      // A row that was changed outside of the program stays unsigned.
      if (whole.has(revoked.id)) await signRows(em, PARTNER_KEYS, [revoked.id]);
      await audit(em, { caller: manager, action: 'key.revoked', target: { kind: 'key', id: revoked.id }, info });
      await logEvent(em, { topic: 'key', kind: 'revoked', keyId: revoked.id });
    });
  }

  /** @throws Refused unauthenticated; forbidden, also for every partner key */
  #manager(caller: Caller): PersonCaller {
    const person = requirePerson(caller);
    requireGrant(this.#permissions, caller, 'manage_keys');
    return person;
  }
}
