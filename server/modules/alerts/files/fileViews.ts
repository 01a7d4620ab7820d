import { sqlView } from '../../../platform/database/sqlView.ts';

/** Files of alerts by name, removed ones too. */
export const ALERT_FILE_NAMES = sqlView('alert_file', ['id', 'name']);
