import { fixed, sentence } from './said.ts';

/** Messages about a satellite check and its location. */
export const SATELLITE = {
  firstCheckQueued: fixed('satellite.first_check_queued', 'The first check is queued'),
  newPlaceCheckQueued: fixed('satellite.new_place_check_queued', 'The place was changed; a new check is queued'),
  checkQueued: fixed('satellite.check_queued', 'Check queued'),
  sourceAway: sentence(
    'satellite.source_away',
    { since: 'text' },
    { since: '2026-11-23T08:15:00.000Z' },
    ({ since }) =>
      `The satellite data has not been reachable since ${since.slice(0, 16).replace('T', ' ')} UTC; the check is made once it is.`,
  ),
  awayUnreachable: fixed('satellite.away_unreachable', 'No connection to the source can be made.'),
  awaySlow: fixed('satellite.away_slow', 'The source does not answer in time.'),
  awayRefused: fixed('satellite.away_refused', 'The source refuses what is asked, or the key that it is asked with.'),
  awayBusy: fixed('satellite.away_busy', 'The source asks to be left alone for a while.'),
  awayFailing: fixed('satellite.away_failing', 'The source answers with faults of its own.'),
  awayAbsent: fixed('satellite.away_absent', 'The data is not at the address that is set.'),
  outsideDataset: fixed(
    'satellite.outside_dataset',
    'The place, or part of the land around it, lies outside the dataset.',
  ),
  damagedData: sentence(
    'satellite.damaged_data',
    { detail: 'text' },
    { detail: 'The file cannot be decoded.' },
    ({ detail }) => `The satellite data for this place could not be read: ${detail}`,
  ),
  incomplete: fixed('satellite.incomplete', 'The satellite data for this place is incomplete.'),
  noData: fixed('satellite.no_data', 'The dataset holds no data for this place.'),
  gaps: sentence(
    'satellite.gaps',
    { gaps: 'number', pixels: 'number' },
    { gaps: 3, pixels: 64 },
    ({ gaps, pixels }) => `The dataset has gaps at this place: ${gaps} of ${pixels} pixels hold no data.`,
  ),
  noLand: fixed('satellite.no_land', 'The place lies at sea or on open water: there is no land to check.'),
  unconfirmed: sentence(
    'satellite.unconfirmed',
    { alerts: 'number' },
    { alerts: 2 },
    ({ alerts }) =>
      `Disturbance after 31 December 2020 was seen here and is not confirmed yet: ${alerts} ${alerts === 1 ? 'alert' : 'alerts'} of low confidence.`,
  ),
  /** shown wherever a result of sample data is shown (docs/spec/plots-and-satellite-checks.md, 'Sample data') */
  sampleData: fixed(
    'satellite.sample_data',
    'Sample data: made up for demonstration, not an observation of this place.',
  ),
};
