import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { WEBHOOK_ROWS } from './signedWebhooks.ts';

export const HOOK_ENDS = ['admin', 'failing', 'erased'] as const;
/** Why a hook is disabled: by an admin, after days of failed deliveries, or because its creator was erased. */
export type HookEnd = (typeof HOOK_ENDS)[number];

/** A web hook as admins see it. Its secret is shown when it is made, and never again. */
export interface HookView {
  id: string;
  name: string;
  url: string;
  /** upper-case; empty: alerts of all farms */
  farmId: string;
  createdBy: string;
  createdAt: Date;
  disabledAt: Date | null;
  disabledFor: HookEnd | null;
  /** since when no delivery was taken, though some were tried; null while all is well */
  failingSince: Date | null;
  /** deliveries that were not taken yet */
  waiting: number;
  lastDeliveredAt: Date | null;
}

export interface HookRow extends HookView {
  facts: SignedFacts;
  seal: string | null;
}

export const HOOK_COLUMNS = `t.id, t.name, t.url, t.farm_id as "farmId", t.created_by as "createdBy", t.created_at as "createdAt",
  t.disabled_at as "disabledAt", t.disabled_for as "disabledFor", t.failing_since as "failingSince",
  (select count(*)::int from web_hook_delivery d where d.hook_id = t.id and d.state = 'waiting') as waiting,
  (select max(d.last_at) from web_hook_delivery d where d.hook_id = t.id and d.state = 'delivered') as "lastDeliveredAt",
  ${WEBHOOK_ROWS.facts('t')} as facts, t.seal`;

export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why the last attempt came to nothing, as a code. */
export const DELIVERY_FAULTS = [
  'address',
  'connection',
  'redirect',
  'refused',
  'server',
  'timeout',
  'unsound',
  'disabled',
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** A delivery of a hook, and its result. */
export interface DeliveryView {
  id: string;
  /** alert.raised, alert.changed or alert.dismissed */
  event: string;
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  lastAt: Date | null;
  lastStatus: number | null;
  lastFault: DeliveryFault | null;
}

export const DELIVERY_COLUMNS = `d.id, d.event, d.state, d.attempts, d.created_at as "createdAt", d.last_at as "lastAt",
  d.last_status as "lastStatus", d.last_fault as "lastFault"`;
