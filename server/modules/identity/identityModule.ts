import { subjectsOf } from '../../platform/change-feed/changeFeed.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Config } from '../../platform/config.ts';
import type { Base, ModuleApi, ModuleRuntime } from '../../platform/module.ts';
import { IdentityResolver } from './identityResolver.ts';
import { identityRoutes } from './identityRoutes.ts';
import { IdentityService } from './identityService.ts';
import { KeyResolver } from './keyResolver.ts';
import { keyRoutes } from './keyRoutes.ts';
import { KeyService } from './keyService.ts';
import { OwnAccount } from './ownAccount.ts';
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
}

export const identityApi: ModuleApi<IdentityServices & { config: Config }> = {
  routes: (services) => [...identityRoutes(services), ...userRoutes(services), ...keyRoutes(services)],
  resolvers: [IdentityResolver, UserResolver, KeyResolver],
};

/** Sessions, accounts and partner keys. */
export function makeIdentity({ config, database, secret, rates }: Base): {
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
  const forget = (subjects: ReadonlySet<string>): void => {
    for (const subject of subjects) identity.forget(subject);
  };
  return {
    services: {
      identity,
      users,
      userManagement: new UserManagement({ database, users, permissionTable, demo: config.demo }),
      ownAccount: new OwnAccount({ database, secret, clock }),
      keys: new KeyService({ database, permissionTable }),
    },
    running: { onSubjects: forget, onChange: (news) => forget(subjectsOf(news)) },
  };
}
