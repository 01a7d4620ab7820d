import { sqlView } from '../../platform/database/sqlView.ts';

/** Plots that were not removed. */
export const PLOTS_IN_USE = sqlView('plot', ['id', 'farm_id'], 'removed_at is null');
/** All outlines of all plots. */
export const PLOT_OUTLINES = sqlView('plot_version', [
  'id',
  'plot_id',
  'version',
  'change',
  'name',
  'geometry',
  'salt',
  'actor_id',
  'at',
]);
