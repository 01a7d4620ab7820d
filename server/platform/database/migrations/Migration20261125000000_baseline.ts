import { Migration } from '@mikro-orm/migrations';
import { ALERT_DDL } from './baseline/alerts.ts';
import { AUDIT_DDL } from './baseline/audit.ts';
import { FARM_DDL } from './baseline/farms.ts';
import { FIGURE_DDL } from './baseline/figures.ts';
import { FIGURE_TRIGGERS } from './baseline/figureTriggers.ts';
import { IDENTITY_DDL } from './baseline/identity.ts';
import { LEDGER_DDL } from './baseline/ledger.ts';
import { LOT_DDL } from './baseline/lots.ts';
import { MAIL_DDL } from './baseline/mail.ts';
import { MONITORING_DDL } from './baseline/monitoring.ts';
import { PLATFORM_DDL } from './baseline/platform.ts';
import { PRIVACY_DDL } from './baseline/privacy.ts';
import { REPORT_DDL } from './baseline/reports.ts';
import { SATELLITE_DDL } from './baseline/satellite.ts';
import { WEB_HOOK_DDL } from './baseline/webHooks.ts';

/** The schema by feature; each part refers only to tables of the parts before it. */
const PARTS = [
  PLATFORM_DDL,
  IDENTITY_DDL,
  FARM_DDL,
  LOT_DDL,
  SATELLITE_DDL,
  ALERT_DDL,
  LEDGER_DDL,
  AUDIT_DDL,
  REPORT_DDL,
  PRIVACY_DDL,
  FIGURE_DDL,
  FIGURE_TRIGGERS,
  MONITORING_DDL,
  WEB_HOOK_DDL,
  MAIL_DDL,
];

/** The whole schema of version 1.0. */
export class Migration20261125000000_baseline extends Migration {
  override up(): void {
    for (const part of PARTS) this.addSql(part);
  }
}
