import { subjectsOf } from '../../platform/change-feed/changeFeed.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Config } from '../../platform/config.ts';
import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import { IdentityResolver } from './identityResolver.ts';
import { identityRoutes } from './identityRoutes.ts';
import { IdentityService } from './identityService.ts';
import type { AccountMail } from './accountMail.ts';
import { InvitationResolver } from './invitationResolver.ts';
import { invitationRoutes } from './invitationRoutes.ts';
import { Invitations } from './invitations.ts';
import { KeyResolver } from './keyResolver.ts';
import { keyRoutes } from './keyRoutes.ts';
import { KeyService } from './keyService.ts';
import { OwnAccount } from './ownAccount.ts';
import { PasswordResets } from './passwordResets.ts';
import { UserManagement } from './userManagement.ts';
import { UserResolver } from './userResolver.ts';
import { userRoutes } from './userRoutes.ts';
import { UserService } from './userService.ts';

export interface IdentityServices {
  identity: IdentityService;
  users: UserService;
  userManagement: UserManagement;
  ownAccount: OwnAccount;
  keys: KeyService;
  invitations: Invitations;
  passwordResets: PasswordResets;
}

export const identityApi: ModuleApi<IdentityServices & { config: Config }> = {
  routes: (services) => [
    ...identityRoutes(services),
    ...userRoutes(services),
    ...invitationRoutes(services),
    ...keyRoutes(services),
  ],
  resolvers: [IdentityResolver, UserResolver, InvitationResolver, KeyResolver],
};

/** Links of mails and invitations that are opened from one address in a quarter of an hour. */
const LINKS_OPENED = { calls: 60, windowMs: 15 * 60_000 };

/** Resets that are asked for from one address in a quarter of an hour. */
const RESETS_ASKED = { calls: 20, windowMs: 15 * 60_000 };
/** Mails with a link to a new password that one account gets. */
const RESETS_A_DAY = 5;

/** Sessions, accounts, invitations and partner keys. @param mail sends mail about accounts */
export function makeIdentity(
  { config, database, secret, rates, origin, jobs }: Base,
  mail: AccountMail,
): {
  services: IdentityServices;
  running: ModuleRuntime;
} {
  const { permissionTable } = config;
  const clock = (): Date => new Date();
  const users = new UserService({ database });
  const failures = rates.make('failed-identifications', { calls: config.publicRateLimit, windowMs: 60_000 });
  const signIns = rates.make('sign-ins', {
    calls: config.limits.signInsADay,
    windowMs: 86_400_000,
    said: REFUSED.tooManySignInsADay({ most: config.limits.signInsADay }),
  });
  const identity = new IdentityService({ database, secret, clock, failures, signIns });
  const tries = rates.make('account-links', LINKS_OPENED);
  const asks = rates.make('password-reset-asks', RESETS_ASKED);
  const mails = rates.make('password-reset-mails', { calls: RESETS_A_DAY, windowMs: 86_400_000 });
  const passwordResets = new PasswordResets({ database, permissionTable, jobs, mail, origin, asks, mails, tries });
  const forget = (subjects: ReadonlySet<string>): void => {
    for (const subject of subjects) identity.forget(subject);
  };
  return {
    services: {
      identity,
      users,
      userManagement: new UserManagement({
        database,
        users,
        permissionTable,
        demo: config.demo,
        mail,
        resets: passwordResets,
      }),
      ownAccount: new OwnAccount({ database, secret, clock }),
      invitations: new Invitations({ database, users, permissionTable, mail, origin, tries }),
      passwordResets,
      keys: new KeyService({ database, permissionTable }),
    },
    running: { tasks: passwordResets.tasks, onSubjects: forget, onChange: (news) => forget(subjectsOf(news)) },
  };
}
