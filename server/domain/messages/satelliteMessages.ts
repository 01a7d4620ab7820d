import { defineMessage } from './message.ts';

/** Messages about a satellite check and its location. */
export const SATELLITE = {
  firstCheckQueued: defineMessage('satellite.first_check_queued'),
  newPlaceCheckQueued: defineMessage('satellite.new_place_check_queued'),
  checkQueued: defineMessage('satellite.check_queued'),
  sourceAway: defineMessage('satellite.source_away', { since: '2026-11-23T08:15:00.000Z' }),
  awayUnreachable: defineMessage('satellite.away_unreachable'),
  awaySlow: defineMessage('satellite.away_slow'),
  awayRefused: defineMessage('satellite.away_refused'),
  awayBusy: defineMessage('satellite.away_busy'),
  awayFailing: defineMessage('satellite.away_failing'),
  awayAbsent: defineMessage('satellite.away_absent'),
  outsideDataset: defineMessage('satellite.outside_dataset'),
  damagedData: defineMessage('satellite.damaged_data', { detail: 'The file cannot be decoded.' }),
  incomplete: defineMessage('satellite.incomplete'),
  noData: defineMessage('satellite.no_data'),
  gaps: defineMessage('satellite.gaps', { gaps: 3, pixels: 64 }),
  noLand: defineMessage('satellite.no_land'),
  unconfirmed: defineMessage('satellite.unconfirmed', { alerts: 2 }),
  /** shown wherever a result of sample data is shown (docs/spec/plots-and-satellite-checks.md, 'Sample data') */
  sampleData: defineMessage('satellite.sample_data'),
};
