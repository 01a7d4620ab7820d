import { Migration } from '@mikro-orm/migrations';
import { ALERTS } from './baseline/alerts.ts';
import { AUDIT } from './baseline/audit.ts';
import { FARMS } from './baseline/farms.ts';
import { FIGURES } from './baseline/figures.ts';
import { FIGURE_TRIGGERS } from './baseline/figureTriggers.ts';
import { IDENTITY } from './baseline/identity.ts';
import { LEDGER } from './baseline/ledger.ts';
import { LOTS } from './baseline/lots.ts';
import { MAIL } from './baseline/mail.ts';
import { MONITORING } from './baseline/monitoring.ts';
import { PLATFORM } from './baseline/platform.ts';
import { PRIVACY } from './baseline/privacy.ts';
import { REPORTS } from './baseline/reports.ts';
import { SATELLITE } from './baseline/satellite.ts';
import { WEB_HOOKS } from './baseline/webHooks.ts';

/** The schema by feature; each part refers only to tables of the parts before it. */
const PARTS = [
  PLATFORM,
  IDENTITY,
  FARMS,
  LOTS,
  SATELLITE,
  ALERTS,
  LEDGER,
  AUDIT,
  REPORTS,
  PRIVACY,
  FIGURES,
  FIGURE_TRIGGERS,
  MONITORING,
  WEB_HOOKS,
  MAIL,
];

/** The whole schema of version 1.0. */
export class Migration20261125000000_baseline extends Migration {
  override up(): void {
    for (const part of PARTS) this.addSql(part);
  }
}
