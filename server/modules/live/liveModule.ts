import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { AlertQueries } from '../alerts/alertQueries.ts';
import type { ConsignmentReader } from '../consignments/consignmentReader.ts';
import type { LotReader } from '../lots/lotReader.ts';
import type { RecentActivity } from '../monitoring/recentActivity.ts';
import { LiveEvents } from './liveEvents.ts';
import { LiveResolver } from './liveResolver.ts';

export const liveApi: ModuleApi<ConstructorParameters<typeof LiveResolver>[0]> = {
  routes: () => [],
  resolvers: [LiveResolver],
};

/** Subscriptions to lots, alerts and consignments. */
export function makeLive(
  { config }: Base,
  {
    lotReader,
    alerts,
    activity,
    consignmentReader,
  }: {
    lotReader: LotReader;
    alerts: AlertQueries;
    activity: RecentActivity;
    consignmentReader: ConsignmentReader;
  },
) {
  const live = new LiveEvents(lotReader, alerts, activity, consignmentReader);
  const running: ModuleRuntime = { onChange: (changes) => live.publish(changes) };
  return { services: { live, permissionTable: config.permissionTable }, running };
}
