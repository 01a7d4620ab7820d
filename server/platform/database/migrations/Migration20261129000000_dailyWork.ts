import { Migration } from '@mikro-orm/migrations';
import { IMPORT_DDL } from './dailyWork/imports.ts';
import { NOTIFICATION_DDL } from './dailyWork/notifications.ts';
import { PEOPLE_DDL } from './dailyWork/people.ts';
import { PHOTO_DDL } from './dailyWork/photos.ts';
import { REGISTER_DDL } from './dailyWork/register.ts';
import { SAVED_VIEW_DDL } from './dailyWork/savedViews.ts';
import { SHIPPING_DDL } from './dailyWork/shipping.ts';
import { VIEW_DDL } from './dailyWork/views.ts';

const PARTS = [
  SHIPPING_DDL,
  REGISTER_DDL,
  IMPORT_DDL,
  PEOPLE_DDL,
  VIEW_DDL,
  SAVED_VIEW_DDL,
  NOTIFICATION_DDL,
  PHOTO_DDL,
];

/** What daily work needs: guarded shipping, a register of farms, imports of spreadsheets, invitations, settings, saved views, notifications, photos. */
export class Migration20261129000000_dailyWork extends Migration {
  override up(): void {
    for (const part of PARTS) this.addSql(part);
  }
}
