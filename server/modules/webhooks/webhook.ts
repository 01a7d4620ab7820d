import { defineEntity, p } from '@mikro-orm/core';
import type { HookEnd } from './webhookView.ts';

/** A web hook, without the state of its deliveries. */
export const WebHookEntity = defineEntity({
  name: 'WebHook',
  tableName: 'web_hook',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    url: p.text(),
    farmId: p.text(),
    /** its secret, encrypted under a key derived from AUTH_SECRET */
    lockedSecret: p.blob(),
    createdBy: p.uuid(),
    createdAt: p.datetime(),
    disabledAt: p.datetime().strictNullable(),
    disabledFor: p.text().$type<HookEnd>().strictNullable(),
  },
});
