import type { TableName } from './schema/tables.ts';

/**
 * The folder that owns each table. Its files alone name the table in SQL; others call the owner's functions, or compose
 * their statement with the SQL that the owner exports (`tests/lint/tableOwners.test.ts`). Migrations make all tables.
 */
export const TABLE_OWNERS = {
  app_user: 'server/modules/identity',
  session: 'server/modules/identity',
  refresh_token: 'server/modules/identity',
  login_failure: 'server/modules/identity',
  api_key: 'server/modules/identity',
  invitation: 'server/modules/identity',

  cooperative: 'server/modules/cooperative',
  notification_state: 'server/modules/notifications',
  saved_view: 'server/modules/saved-views',

  plot: 'server/modules/farms',
  plot_version: 'server/modules/farms',

  farm: 'server/modules/farms',
  party: 'server/modules/parties',

  lot: 'server/modules/lots',
  lot_event: 'server/modules/lots',
  delivery: 'server/modules/lots',
  shipping_review: 'server/modules/lots',
  lot_import: 'server/modules/lots',
  lot_import_columns: 'server/modules/lots',
  personal_value: 'server/modules/lots',
  lot_figure: 'server/modules/lots',
  lot_figure_all: 'server/modules/lots',
  lot_figure_month: 'server/modules/lots',
  lot_figure_day: 'server/modules/lots',
  lot_figure_change: 'server/modules/lots',
  farm_figure: 'server/modules/lots',
  farm_figure_all: 'server/modules/lots',
  farm_figure_month: 'server/modules/lots',
  farm_figure_day: 'server/modules/lots',
  quality_figure: 'server/modules/lots',
  check_figure: 'server/modules/lots',

  transformation: 'server/modules/transformations',
  transformation_input: 'server/modules/transformations',
  transformation_output: 'server/modules/transformations',
  lot_origin: 'server/modules/transformations',
  lot_ancestor: 'server/modules/transformations',

  alert: 'server/modules/alerts',
  alert_task: 'server/modules/alerts',
  alert_comment: 'server/modules/alerts',
  alert_file: 'server/modules/alerts',
  alert_figure: 'server/modules/alerts',
  alert_figure_change: 'server/modules/alerts',
  alert_place_figure: 'server/modules/alerts',

  alert_told: 'server/modules/mail',
  alert_mail: 'server/modules/mail',
  alert_mail_letter: 'server/modules/mail',

  web_hook: 'server/modules/webhooks',
  web_hook_delivery: 'server/modules/webhooks',

  satellite_check: 'server/modules/satellite',
  recheck: 'server/modules/satellite',

  consignment: 'server/modules/consignments',
  consignment_lot: 'server/modules/consignments',
  consignment_event: 'server/modules/consignments',
  consignment_value: 'server/modules/consignments',
  buyer_link: 'server/modules/consignments',
  buyer_task: 'server/modules/consignments',

  statement: 'server/modules/statements',
  statement_content: 'server/modules/statements',
  statement_package: 'server/modules/statements',
  statement_package_piece: 'server/modules/statements',
  statement_exchange: 'server/modules/statements',
  supplier_declaration: 'server/modules/statements',
  dd_document: 'server/modules/due-diligence',
  dd_assessment: 'server/modules/due-diligence',
  dd_answer: 'server/modules/due-diligence',
  dd_measure: 'server/modules/due-diligence',
  dd_concern: 'server/modules/due-diligence',

  report: 'server/modules/reports',
  report_file: 'server/modules/reports',
  report_making: 'server/modules/reports',
  report_part: 'server/modules/reports',

  erasure: 'server/modules/privacy',
  erasure_lot: 'server/modules/privacy',

  audit_entry: 'server/platform/audit-log',
  audit_portion: 'server/modules/audit',
  audit_anchor: 'server/modules/audit',

  day_figure: 'server/modules/monitoring',
  figure_fold: 'server/modules/monitoring',
  client_error: 'server/modules/monitoring',
  client_metric: 'server/modules/monitoring',
  contact_request: 'server/modules/monitoring',
  search_day: 'server/modules/monitoring',
  search_day_lot: 'server/modules/monitoring',
  search_session: 'server/modules/monitoring',

  ledger_outbox: 'server/modules/ledger',
  register_event: 'server/modules/ledger',

  ledger_organisation: 'server/adapters/ledger-embedded',
  ledger_block: 'server/adapters/ledger-embedded',
  ledger_transaction: 'server/adapters/ledger-embedded',
  ledger_content: 'server/adapters/ledger-embedded',
  ledger_head: 'server/adapters/ledger-embedded',
  ledger_tree_node: 'server/adapters/ledger-embedded',
  ledger_restored: 'server/adapters/ledger-embedded',
  fabric_submission: 'server/adapters/ledger-fabric',
  fabric_block: 'server/adapters/ledger-fabric',
  fabric_event: 'server/adapters/ledger-fabric',
  fabric_tree_node: 'server/adapters/ledger-fabric',

  event_log: 'server/platform/change-feed',
  event_reader: 'server/platform/change-feed',
  idempotency_key: 'server/platform/idempotency',
  rate_spent: 'server/platform/rate-limits',
  seal_key: 'server/platform/row-signatures',
  installation: 'server/platform/database',
  schema_migration: 'server/platform/database',
} as const satisfies Record<TableName, `server/${string}`>;

/** Files and folders whose duty is the whole database, and what it is. They may name every table. */
export const READS_ALL: Readonly<Record<string, string>> = {
  'server/modules/integrity-audit': 'compares the rows of all tables with the ledger and with each other',
  'server/modules/privacy/retention.ts': 'deletes by age from all tables that have a retention period',
  'server/modules/privacy/retentionGuard.ts': 'compares the clock with the newest time in the tables of both ledgers',
  'server/modules/audit/checkMade.ts': 'looks in each table for the rows of which audit lines say that they were made',
  'server/platform/row-signatures/relockKeys.ts': 'encrypts all stored keys under another secret, in one transaction',
  'server/adapters/otherLedger.ts': 'finds out by the tables of both ledgers which of them holds the events',
  'server/adapters/ledger-fabric/move': 'moves the events of one ledger to the other',
};
