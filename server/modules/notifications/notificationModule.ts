import type { Base, ModuleApi } from '../../platform/module.ts';
import { NotificationResolver } from './notificationResolver.ts';
import { notificationRoutes } from './notificationRoutes.ts';
import { Notifications } from './notifications.ts';

export interface NotificationServices {
  notifications: Notifications;
}

export const notificationApi: ModuleApi<NotificationServices> = {
  routes: (services) => notificationRoutes(services),
  resolvers: [NotificationResolver],
};

/** What happened and concerns a person. */
export function makeNotifications({ config, database, clock }: Base): NotificationServices {
  return { notifications: new Notifications({ database, permissions: config.permissionTable, clock }) };
}
