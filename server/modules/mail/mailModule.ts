import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import type { AccountMail } from '../identity/accountMail.ts';
import type { IdentityServices } from '../identity/identityModule.ts';
import { AccountMailDelivery } from './accountMailDelivery.ts';
import { AlertReader } from '../alerts/notifications/alertReader.ts';
import { MAIL_SCHEDULE, MailDelivery } from './mailDelivery.ts';
import { MailResolver } from './mailResolver.ts';
import { mailRoutes } from './mailRoutes.ts';
import { MailServer } from './mailServer.ts';
import { CODES_A_DAY, MailService } from './mailService.ts';

/** Letters that one process hands to the mail server at a time. */
const PLACES = 4;

export interface MailServices {
  mail: MailService;
}

const NO_ACCOUNT_MAIL: AccountMail = { offered: false, send: async () => undefined };

export const mailApi: ModuleApi<MailServices> = {
  routes: (services) => mailRoutes(services),
  resolvers: [MailResolver],
};

/**
 * Mail about alerts and accounts; without SMTP_URL the module reports that there is none.
 * @param needs.findTampered lots that differ from the ledger
 */
export function makeMail(
  { config, database, jobs, rates, log, origin }: Base,
  {
    findTampered,
    identity: { invitations, passwordResets },
  }: {
    findTampered: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
    identity: Pick<IdentityServices, 'invitations' | 'passwordResets'>;
  },
): { services: MailServices; accountMail: AccountMail; running: ModuleRuntime } {
  const { mail, permissionTable } = config;
  const codes = rates.make('mail-codes', { calls: CODES_A_DAY, windowMs: 86_400_000 });
  if (mail === null) {
    return {
      services: { mail: new MailService({ database, offered: false, codes, wake: async () => undefined }) },
      accountMail: NO_ACCOUNT_MAIL,
      running: {},
    };
  }
  const server = new MailServer(mail);
  const delivery = new MailDelivery({ database, jobs, permissionTable, server, origin, findTampered, log });
  const accountMail = new AccountMailDelivery({ jobs, server, invitations, resets: passwordResets, origin, log });
  const reader = new AlertReader({ database, name: 'alert-mail', channel: delivery, log });
  return {
    services: { mail: new MailService({ database, offered: true, codes, wake: (em) => delivery.wake(em) }) },
    accountMail,
    running: {
      tasks: delivery.tasks,
      outside: { places: PLACES, tasks: { ...delivery.outsideTasks, ...accountMail.outsideTasks } },
      schedule: MAIL_SCHEDULE,
      beside: { name: 'mail', start: () => reader.start(), stop: () => reader.stop() },
      onChange: (news) => reader.onChange(news),
    },
  };
}
