import { sqlView } from '../../platform/database/sqlView.ts';
import { derivedLotColumn } from '../lots/lotSums.ts';

/** Satellite checks with their evidence. */
export const SATELLITE_CHECKS = sqlView('satellite_check', [
  'id',
  'lot_id',
  'ended_at',
  'driver',
  'dataset',
  'dataset_version',
  'sample',
  'lat_micro',
  'lon_micro',
  'plots',
  'conclusion',
  'reason',
  'evidence',
  'evidence_hash',
  'loss_pixels',
  'loss_years',
  'pixels',
  'tree_cover_2000',
  'confidence',
]);

/** The column of lots that follows from their newest checks. */
export const DERIVED_OF_CHECKS = derivedLotColumn(
  'check_inconclusive',
  'left join lateral (select conclusion from satellite_check where lot_id = l.id order by ended_at desc limit 1) c on true',
  `coalesce(c.conclusion = 'inconclusive', false)`,
);
