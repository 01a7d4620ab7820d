import { sentence } from './said.ts';

/** Messages about a satellite check and its location. */
export const SATELLITE = {
  firstCheckQueued: sentence('satellite.first_check_queued'),
  newPlaceCheckQueued: sentence('satellite.new_place_check_queued'),
  checkQueued: sentence('satellite.check_queued'),
  sourceAway: sentence('satellite.source_away', { since: '2026-11-23T08:15:00.000Z' }),
  awayUnreachable: sentence('satellite.away_unreachable'),
  awaySlow: sentence('satellite.away_slow'),
  awayRefused: sentence('satellite.away_refused'),
  awayBusy: sentence('satellite.away_busy'),
  awayFailing: sentence('satellite.away_failing'),
  awayAbsent: sentence('satellite.away_absent'),
  outsideDataset: sentence('satellite.outside_dataset'),
  damagedData: sentence('satellite.damaged_data', { detail: 'The file cannot be decoded.' }),
  incomplete: sentence('satellite.incomplete'),
  noData: sentence('satellite.no_data'),
  gaps: sentence('satellite.gaps', { gaps: 3, pixels: 64 }),
  noLand: sentence('satellite.no_land'),
  unconfirmed: sentence('satellite.unconfirmed', { alerts: 2 }),
  /** shown wherever a result of sample data is shown (docs/spec/plots-and-satellite-checks.md, 'Sample data') */
  sampleData: sentence('satellite.sample_data'),
};
