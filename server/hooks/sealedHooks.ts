import { instant, sealedRows } from '../seals/sealedRows.ts';

/** Web hooks: who is told what under which secret. How their deliveries go is nobody's fact. */
export const WEB_HOOKS = sealedRows({
  kind: 'web-hook',
  table: 'web_hook',
  key: { column: 'id', type: 'uuid' },
  facts: {
    name: 't.name',
    url: 't.url',
    farmId: 't.farm_id',
    createdBy: 't.created_by',
    createdAt: instant('t.created_at'),
    disabledAt: instant('t.disabled_at'),
    disabledFor: 't.disabled_for',
  },
});

/** What a hook is told: nothing is signed that the program did not write. How far it has come is nobody's fact. */
export const DELIVERIES = sealedRows({
  kind: 'web-hook-delivery',
  table: 'web_hook_delivery',
  key: { column: 'id', type: 'uuid' },
  facts: { hookId: 't.hook_id', event: 't.event', body: 't.body', createdAt: instant('t.created_at') },
});
