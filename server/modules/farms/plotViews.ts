import { sqlView } from '../../platform/database/sqlView.ts';

/** Plots that were not removed. */
export const PLOTS_IN_USE = sqlView(
  'plot',
  ['id', 'farm_id', 'version', 'west_micro', 'south_micro', 'east_micro', 'north_micro'],
  'removed_at is null',
);
/** The farms of all plots, removed ones too. */
export const PLOT_FARMS = sqlView('plot', ['id', 'farm_id', 'version']);
/** All outlines of all plots. */
export const PLOT_OUTLINES = sqlView('plot_version', [
  'id',
  'plot_id',
  'version',
  'change',
  'name',
  'geometry',
  'area',
  'country',
  'lat_micro',
  'lon_micro',
  'salt',
  'actor_id',
  'at',
]);
/** SQL of the names of plots by id, as `NAMED_ACCOUNTS` has those of accounts. */
export const NAMED_PLOTS = `select p.id, nullif(v.name, '') as name, false as erased
  from plot p left join plot_version v on v.plot_id = p.id and v.version = p.version`;
