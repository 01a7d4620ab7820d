import type { EntityManager } from '@mikro-orm/postgresql';
import { auditAll, type AuditEntry } from '../../../platform/audit-log/audit.ts';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { signRows, verifiedRows } from '../../../platform/row-signatures/signedRows.ts';
import { BUYER_LINK_ROWS } from '../signedConsignments.ts';

/** Who ends links, and when. */
type EndedBy = Pick<AuditEntry, 'caller' | 'info'> & { at: Date };

interface Link {
  id: string;
  consignmentId: string;
}

const OPEN_LINKS = `select k.id, k.consignment_id as "consignmentId" from buyer_link k
  join consignment c on c.id = k.consignment_id where k.revoked_at is null`;

/** Ends the links of a consignment, whose lock the caller holds: they were made for another buyer. */
export async function endLinksOfConsignment(em: EntityManager, consignmentId: string, by: EndedBy): Promise<void> {
  await endLinks(em, await em.execute(`${OPEN_LINKS} and c.id = ? order by k.id for update of k`, [consignmentId]), by);
}

/** Ends the links to all consignments of buyers, whose rows the caller has locked. */
export async function endLinksOfBuyers(em: EntityManager, partyIds: readonly string[], by: EndedBy): Promise<void> {
  const ofThese = 'c.buyer_id in (select value::uuid from json_array_elements_text(?::json))';
  const links: Link[] = await em.execute(`${OPEN_LINKS} and ${ofThese} order by k.id for update of k`, [
    JSON.stringify(partyIds),
  ]);
  await endLinks(em, links, by);
}

/** Ends locked links for good. */
export async function endLinks(
  em: EntityManager,
  links: readonly Link[],
  { caller, info, at }: EndedBy,
): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ id }) => id);
  const whole = await verifiedRows(em, BUYER_LINK_ROWS, ids);
  await em.execute(
    'update buyer_link set revoked_at = ? where id in (select value::uuid from json_array_elements_text(?::json))',
    [at, JSON.stringify(ids)],
  );
  // A row that was changed outside of the program stays unsigned.
  await signRows(em, BUYER_LINK_ROWS, [...whole]);
  for (const consignmentId of new Set(links.map((link) => link.consignmentId))) {
    await logEvent(em, { topic: 'consignment', kind: 'link', consignmentId });
  }
  await auditAll(
    em,
    links.map(({ id, consignmentId }) => ({
      caller,
      action: 'buyer-link.revoked' as const,
      at,
      target: { kind: 'buyer-link', id },
      ...(info === undefined ? {} : { info }),
      details: { consignmentId },
    })),
  );
}
