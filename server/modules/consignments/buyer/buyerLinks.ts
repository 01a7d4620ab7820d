import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CONSIGNMENT_CALLS, type NewBuyerLink } from '../../../domain/consignment/consignmentCalls.ts';
import { isUuid } from '../../../domain/lot/lotId.ts';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import { partnerKeyOf, type Caller, type RequestInfo } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { notFound, Refused } from '../../../platform/errors/refusal.ts';
import type { RowSigner } from '../../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../../platform/row-signatures/signedKinds.ts';
import { signRows } from '../../../platform/row-signatures/signedRows.ts';
import { lockCaller } from '../../identity/actingAccount.ts';
import { buyerFor } from '../../parties/partyBuyer.ts';
import { consignmentManager, consignmentReader } from '../consignmentAccess.ts';
import type { ConsignmentParts } from '../consignmentService.ts';
import { lockedConsignment } from '../lockedConsignment.ts';
import { BUYER_LINK_ROWS } from '../signedConsignments.ts';
import { endLinks } from './endLinks.ts';

/** A link by which a buyer reads one consignment. The token is shown once, and stored as a keyed hash. */
export interface BuyerLinkView {
  id: string;
  consignmentId: string;
  createdAt: Date;
  expiresAt: Date;
  /** null: not revoked */
  revokedAt: Date | null;
}

/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;
const LINK = `t.id, t.consignment_id as "consignmentId", t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.revoked_at as "revokedAt"`;

type LinkRow = BuyerLinkView & { facts: SignedFacts; seal: string | null };

/** Makes, lists and revokes links for buyers, and opens them. */
export class BuyerLinks {
  readonly #parts: ConsignmentParts;

  constructor(parts: ConsignmentParts) {
    this.#parts = parts;
  }

  /**
   * Makes a link.
   * @returns the token in clear, this once
   * @throws Refused unauthenticated, forbidden, not-found, conflict (as many as there may be)
   */
  async create(
    caller: Caller,
    consignmentId: string,
    { expiresAt }: NewBuyerLink,
    info: RequestInfo,
  ): Promise<{ token: string; link: BuyerLinkView }> {
    const { permissions, database, clock } = this.#parts;
    const user = consignmentManager(permissions, caller);
    const token = randomBytes(32).toString('base64url');
    const link: BuyerLinkView = { id: randomUUID(), consignmentId, createdAt: clock(), expiresAt, revokedAt: null };
    await database.write(async (em) => {
      await lockCaller(em, user);
      const { id, buyerId } = await lockedConsignment(em, consignmentId);
      // An erasure of the buyer comes before, or ends this link too.
      await buyerFor(em, buyerId);
      await assertFew(em, id, link.createdAt);
      await em.execute(
        `insert into buyer_link (id, consignment_id, token_hash, created_by, created_key, created_at, expires_at)
         values (?, ?, decode(?, 'hex'), ?, ?, ?, ?)`,
        [
          link.id,
          id,
          tokenHash(database.seals, token).toString('hex'),
          user.userId,
          partnerKeyOf(user),
          link.createdAt,
          expiresAt,
        ],
      );
      await signRows(em, BUYER_LINK_ROWS, [link.id]);
      await logEvent(em, { topic: 'consignment', kind: 'link', consignmentId: id });
      const target = { kind: 'buyer-link', id: link.id };
      await audit(em, { caller: user, action: 'buyer-link.created', target, info, details: { consignmentId: id } });
    });
    return { token, link };
  }

  /** The links of a consignment, the newest first. @throws Refused unauthenticated, forbidden */
  async list(caller: Caller, consignmentId: string): Promise<BuyerLinkView[]> {
    const { permissions, database } = this.#parts;
    consignmentReader(permissions, caller);
    if (!isUuid(consignmentId)) return [];
    const rows = await database.rows<LinkRow>(
      `select ${LINK}, ${BUYER_LINK_ROWS.facts('t')} as facts, t.seal from buyer_link t where t.consignment_id = $1
       order by t.created_at desc, t.id limit 100`,
      [consignmentId],
    );
    return rows.flatMap(({ facts, seal, ...link }) =>
      database.seals.holds(BUYER_LINK_ROWS.kind, link.id, facts, seal) ? [link] : [],
    );
  }

  /** Ends a link for good. Repeating it changes nothing. @throws Refused unauthenticated, forbidden, not-found */
  async revoke(caller: Caller, linkId: string, info: RequestInfo): Promise<void> {
    const { permissions, database, clock } = this.#parts;
    const user = consignmentManager(permissions, caller);
    if (!isUuid(linkId)) throw notFound('BuyerLink');
    await database.writeFromReserve(async (em) => {
      await lockCaller(em, user);
      const [link]: { revoked: boolean; consignmentId: string }[] = await em.execute(
        `select revoked_at is not null as revoked, consignment_id as "consignmentId" from buyer_link where id = ? for update`,
        [linkId],
      );
      if (link === undefined) throw notFound('BuyerLink');
      if (link.revoked) return;
      const ended = { id: linkId, consignmentId: link.consignmentId };
      await endLinks(em, [ended], { caller: user, info, at: clock() });
    });
  }

  /**
   * The link of a token; its use is audited.
   * @param what is read by it: 'consignment', 'papers' or 'plots'
   * @throws Refused not-found; gone (it was revoked, or its time is over)
   */
  async open(token: string, what: string, info: RequestInfo): Promise<BuyerLinkView> {
    const { database, clock } = this.#parts;
    if (!TOKEN.test(token)) throw notFound('BuyerLink');
    const row = await database.row<LinkRow>(
      `select ${LINK}, ${BUYER_LINK_ROWS.facts('t')} as facts, t.seal from buyer_link t where t.token_hash = $1`,
      [tokenHash(database.seals, token)],
    );
    if (row === null || !database.seals.holds(BUYER_LINK_ROWS.kind, row.id, row.facts, row.seal)) {
      throw notFound('BuyerLink');
    }
    const { facts: _facts, seal: _seal, ...link } = row;
    if (link.revokedAt !== null || link.expiresAt <= clock()) {
      throw new Refused({ kind: 'gone', said: REFUSED.buyerLinkOver({}) });
    }
    await database.write((em) =>
      audit(em, {
        caller: { kind: 'anonymous' },
        action: 'buyer-link.used',
        target: { kind: 'buyer-link', id: link.id },
        info,
        details: { what },
      }),
    );
    return link;
  }
}

function tokenHash(seals: RowSigner, token: string): Buffer {
  return seals.keyedHash('buyer-link', createHash('sha256').update(token).digest());
}

/** The caller holds the consignment's lock, so that no two calls count at once. @throws Refused conflict */
async function assertFew(em: EntityManager, id: string, now: Date): Promise<void> {
  const most = CONSIGNMENT_CALLS.links;
  const [row]: { count: number }[] = await em.execute(
    'select count(*)::int as count from buyer_link where consignment_id = ? and revoked_at is null and expires_at > ?',
    [id, now],
  );
  if ((row?.count ?? 0) >= most) throw new Refused({ kind: 'conflict', said: REFUSED.manyBuyerLinks({ most }) });
}
