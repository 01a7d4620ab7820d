import { rightsOver, type LotRight, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireUser, type Caller } from '../../platform/access/caller.ts';
import type { Config } from '../../platform/config.ts';
import type { Deliveries, ReceivedDelivery } from './deliveries.ts';
import type { LotView } from './lotView.ts';

/** A lot with the actions that the caller may perform on it, and its delivery. */
export interface LotForCaller extends LotView {
  /** null: it was not received at a scale */
  delivery: ReceivedDelivery | null;
  mayDo: LotRight[];
}

/** Lots that the caller sees, in the form for the caller. @throws Refused 'unauthenticated' */
export async function lotsForCaller(
  { config, deliveries }: { config: Pick<Config, 'permissionTable'>; deliveries: Deliveries },
  caller: Caller,
  lots: readonly LotView[],
): Promise<LotForCaller[]> {
  const received = await deliveries.ofLots(lots.map(({ id }) => id));
  return lots.map((lot) => ({
    ...lot,
    delivery: received.get(lot.id) ?? null,
    mayDo: allowedActionsOn(config.permissionTable, caller, lot),
  }));
}

/** The same of one lot. @throws Refused 'unauthenticated' */
export async function lotForCaller(
  services: Parameters<typeof lotsForCaller>[0],
  caller: Caller,
  lot: LotView,
): Promise<LotForCaller> {
  const [shown] = await lotsForCaller(services, caller, [lot]);
  if (shown === undefined) throw new Error(`Lot ${lot.id} is not in the answer`);
  return shown;
}

/** What a caller may do to a lot that they see: from the lot's own fields, without asking further. @throws Refused 'unauthenticated' */
export function allowedActionsOn(
  table: PermissionTable,
  caller: Caller,
  lot: Pick<LotView, 'farmId' | 'currentProcess'>,
): LotRight[] {
  return rightsOver(table, requireUser(caller), {
    farmId: lot.farmId,
    harvested: lot.currentProcess === 'harvested',
  });
}
