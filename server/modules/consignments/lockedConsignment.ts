import type { EntityManager } from '@mikro-orm/postgresql';
import { isUuid } from '../../domain/lot/lotId.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import {
  consignmentDifferences,
  STORED_CONSIGNMENT,
  storedConsignment,
  type StoredConsignment,
} from './storedConsignment.ts';

/**
 * A consignment, locked until the transaction ends, before the first lot (docs/architecture.md, 'Lock order'). Its rows
 * decide what may be done, so they must be those of its signed events.
 * @param version the one that was read; undefined: whatever it is
 * @throws Refused not-found, stale-version, conflict (it was changed outside of the program)
 */
export async function lockedConsignment(em: EntityManager, id: string, version?: number): Promise<StoredConsignment> {
  if (!isUuid(id)) throw notFound('Consignment');
  // Foreign keys of links and tasks continue.
  const found: unknown[] = await em.execute('select 1 from consignment where id = ? for no key update', [id]);
  if (found.length === 0) throw notFound('Consignment');
  const [row]: unknown[] = await em.execute(`${STORED_CONSIGNMENT} where c.id = ?`, [id]);
  const stored = storedConsignment.safeParse(row).data;
  if (stored === undefined || (await consignmentDifferences(signersOf(em), stored)).length > 0) {
    throw new Refused({ kind: 'conflict', said: REFUSED.changedConsignment({}) });
  }
  if (version !== undefined && version !== stored.version) {
    throw new Refused({ kind: 'stale-version', currentVersion: stored.version, of: 'consignment' });
  }
  return stored;
}
