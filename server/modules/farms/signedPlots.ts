import { signedTable } from '../../platform/row-signatures/signedRows.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';

/** A plot's newest version, its farm, and whether it still exists. Its box is derived from the geometry. */
export const PLOTS = signedTable({
  kind: 'plot',
  table: 'plot',
  key: { column: 'id', type: 'uuid' },
  facts: { farmId: 't.farm_id', version: 't.version', removedAt: instantSql('t.removed_at') },
});

/** What a plot was at one time, and who made it so. */
export const PLOT_VERSIONS = signedTable({
  kind: 'plot-version',
  table: 'plot_version',
  key: { column: 'id', type: 'uuid' },
  facts: {
    plotId: 't.plot_id',
    version: 't.version',
    change: 't.change',
    name: 't.name',
    geometry: 't.geometry',
    salt: `encode(t.salt, 'hex')`,
    mark: 't.mark',
    area: 't.area',
    country: 't.country',
    latMicro: 't.lat_micro',
    lonMicro: 't.lon_micro',
    at: instantSql('t.at'),
    actorId: 't.actor_id',
    keyId: 't.key_id',
    actorRole: 't.actor_role',
  },
});

/** The signed tables of this module, for the integrity audit. */
export const SIGNED_PLOTS = [PLOTS, PLOT_VERSIONS];
