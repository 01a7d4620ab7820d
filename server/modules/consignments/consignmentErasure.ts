import type { EntityManager } from '@mikro-orm/postgresql';
import { endLinksOfBuyers } from './buyer/endLinks.ts';

/**
 * Takes the names of erased buyers out of the events of consignments, with their salts, and ends the links that were made
 * for them. The commitments stay, and open no more.
 * @param partyIds of parties that the caller erases in the same transaction
 */
export async function eraseBuyers(em: EntityManager, partyIds: readonly string[]): Promise<void> {
  await em.execute(
    'delete from consignment_value where party_id in (select value::uuid from json_array_elements_text(?::json))',
    [JSON.stringify(partyIds)],
  );
  await endLinksOfBuyers(em, partyIds, { caller: 'system', at: new Date() });
}

/** The same of the name of an account that acted. @returns how many values */
export async function eraseActorName(em: EntityManager, userId: string): Promise<number> {
  const gone: unknown[] = await em.execute(
    `delete from consignment_value v using consignment_event e
     where e.event_id = v.event_id and e.actor_id = ? and v.field = 'userName' returning 1`,
    [userId],
  );
  return gone.length;
}

/** What a person gets of the steps that they took on consignments, first ones first. `?`: the account */
export const CONSIGNMENT_STEPS_BY = `select c.number, e.type as step, e.at from consignment_event e
  join consignment c on c.id = e.consignment_id where e.actor_id = ? order by e.at, e.event_id`;
/** What a person gets of the links that they made for buyers, first ones first. `?`: the account */
export const BUYER_LINKS_BY = `select c.number, l.created_at as "createdAt", l.expires_at as "expiresAt",
    l.revoked_at as "revokedAt" from buyer_link l join consignment c on c.id = l.consignment_id
  where l.created_by = ? order by l.created_at, l.id`;
/** What a person gets of the buyers that they informed, first ones first. `?`: the account */
export const BUYER_TASKS_BY = `select c.number, t.alert_id as "alertId", t.done_at as "doneAt" from buyer_task t
  join consignment c on c.id = t.consignment_id where t.done_by = ? order by t.done_at, t.alert_id`;
