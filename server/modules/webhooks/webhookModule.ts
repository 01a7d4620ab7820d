import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import { AlertReader } from '../alerts/notifications/alertReader.ts';
import { HOOK_PLACES, HookDelivery } from './webhookDelivery.ts';
import { HookResolver } from './webhookResolver.ts';
import { hookRoutes } from './webhookRoutes.ts';
import { HookService } from './webhookService.ts';

export interface HookServices {
  hooks: HookService;
  hookDelivery: HookDelivery;
  hookReader: AlertReader;
}

export const hookApi: ModuleApi<HookServices> = {
  routes: (services) => hookRoutes(services),
  resolvers: [HookResolver],
};

/** Web hooks of partners. @param needs.matchesLedger whether a lot's row is as the ledger has it */
export function makeHooks(
  { config, database, secret, jobs, log }: Base,
  { matchesLedger }: { matchesLedger: (lotUuid: string) => Promise<boolean> },
): { services: HookServices; running: ModuleRuntime } {
  const loopback = config.hooksLoopback;
  const hookDelivery = new HookDelivery({ database, jobs, secret, loopback, matchesLedger, log });
  const hookReader = new AlertReader({ database, name: 'web-hooks', channel: hookDelivery, log });
  return {
    services: {
      hooks: new HookService({ database, permissionTable: config.permissionTable, secret, loopback }),
      hookDelivery,
      hookReader,
    },
    running: {
      outside: { places: HOOK_PLACES, tasks: hookDelivery.tasks },
      beside: { name: 'web hooks', start: () => hookReader.start(), stop: () => hookReader.stop() },
      onChange: (news) => hookReader.onChange(news),
    },
  };
}
