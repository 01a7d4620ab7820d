import { signedTable } from '../../platform/row-signatures/signedRows.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';

/** Web hooks: address, owner and secret are signed. The results of their deliveries are not. */
export const WEBHOOK_ROWS = signedTable({
  kind: 'web-hook',
  table: 'web_hook',
  key: { column: 'id', type: 'uuid' },
  facts: {
    name: 't.name',
    url: 't.url',
    farmId: 't.farm_id',
    createdBy: 't.created_by',
    createdAt: instantSql('t.created_at'),
    disabledAt: instantSql('t.disabled_at'),
    disabledFor: 't.disabled_for',
  },
});

/**
 * Deliveries with their states: the program signs only what it wrote, and a delivery that was marked as sent by hand is
 * detected.
 */
export const DELIVERIES = signedTable({
  kind: 'web-hook-delivery',
  table: 'web_hook_delivery',
  key: { column: 'id', type: 'uuid' },
  facts: {
    hookId: 't.hook_id',
    event: 't.event',
    body: 't.body',
    createdAt: instantSql('t.created_at'),
    state: 't.state',
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_WEBHOOKS = [WEBHOOK_ROWS, DELIVERIES];
