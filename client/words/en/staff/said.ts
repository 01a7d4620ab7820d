import type { SaidCode } from '../../../../server/domain/said/table.ts';

/** What the server says by a code (docs/codes.md), where screens of the staff area show it; in English as the server has it. */
export const said = {
  'said.satellite.first_check_queued': 'The first check is queued',
  'said.satellite.new_place_check_queued': 'The place was changed; a new check is queued',
  'said.satellite.check_queued': 'Check queued',
  'said.satellite.source_away':
    'The satellite data has not been reachable since {since}; the check is made once it is.',
  'said.satellite.away_unreachable': 'No connection to the source can be made.',
  'said.satellite.away_slow': 'The source does not answer in time.',
  'said.satellite.away_refused': 'The source refuses what is asked, or the key that it is asked with.',
  'said.satellite.away_busy': 'The source asks to be left alone for a while.',
  'said.satellite.away_failing': 'The source answers with faults of its own.',
  'said.satellite.away_absent': 'The data is not at the address that is set.',
  'said.satellite.outside_dataset': 'The place, or part of the land around it, lies outside the dataset.',
  'said.satellite.damaged_data': 'The satellite data for this place could not be read: {detail}',
  'said.satellite.incomplete': 'The satellite data for this place is incomplete.',
  'said.satellite.no_data': 'The dataset holds no data for this place.',
  'said.satellite.gaps': 'The dataset has gaps at this place: {gaps} of {pixels} pixels hold no data.',
  'said.satellite.unconfirmed':
    'Disturbance after 31 December 2020 was seen here and is not confirmed yet: {alerts, plural, one {# alert} other {# alerts}} of low confidence.',
  'said.satellite.no_land': 'The place lies at sea or on open water: there is no land to check.',
  'said.satellite.sample_data': 'Sample data: made up for demonstration, not an observation of this place.',

  'said.alert.tree_loss': 'Tree cover loss after 31 December {afterYear}',
  'said.alert.tree_loss_in_sample_data': 'Tree cover loss after 31 December {afterYear} (sample data)',
  'said.alert.loss_seen':
    '{lossPixels, plural, one {# of {pixels} pixels around this place shows} other {# of {pixels} pixels around this place show}} tree cover loss in {years}, about {area} ha. {lossPixels, plural, one {It lies} other {They lie}} in the square of about {checkedHectares} ha that was checked.',
  'said.alert.loss_on_plots':
    '{lossPixels, plural, one {# of {pixels} pixels} other {# of {pixels} pixels}} on {plots, plural, one {the plot} other {the # plots}} of this lot {lossPixels, plural, one {shows} other {show}} tree cover loss in {years}, about {area} ha of {checkedArea} ha that were checked.',
  'said.alert.source': 'Source: {dataset}, version {version}.',

  'said.stage.delivered': 'This lot is delivered; its journey is complete.',
  'said.stage.same': 'This lot is already in stage {stage}.',
  'said.stage.backwards': 'A lot only moves forward: it is in stage {from} and cannot go back to {to}.',

  'said.health.satellite_away': 'The satellite source does not answer; checks wait and are kept',
  'said.health.jobs_uncounted': 'The jobs could not be counted',
  'said.health.jobs_given_up': 'Jobs were given up after all attempts',
  'said.health.retention_refused':
    'Nothing is deleted by age: the clock of the server cannot be relied on; the log says why',
  'said.health.jobs_wait': 'Jobs have waited for ten minutes, and nobody takes them',
  'said.health.walk_found_faults':
    'Lots, or what is kept beside them, are not what the ledger holds; the log names them',
  'said.health.walk_late':
    'The ledger was not compared with the tables for more than a day and a half, which is done each night',
  'said.health.walk_put_back':
    'The result of the last comparison of the ledger with the tables was replaced by an earlier one',
  'said.health.walk_incomplete': 'Parts of the ledger were not compared with the tables for more than 30 days',

  'said.refused.invalid_credentials': 'Invalid username or password',
  'said.refused.please_log_in': 'Please log in to continue.',
  'said.refused.own_farm_only': 'You can register lots of your own farm only.',
  'said.not_found.lot': 'Lot not found',
  'said.not_found.alert': 'Alert not found',
  'said.conflict.lot_id_taken': 'Lot ID {lotId} is already taken',
  'said.conflict.lot_differs_no_check':
    'The record of this lot differs from the ledger, so its place cannot be checked until that is cleared up.',
  'said.conflict.lot_differs_no_change':
    'The record of this lot differs from its signed events, so it cannot be changed until that is cleared up.',
  'said.conflict.lot_differs_no_decision':
    'The record of this lot differs from the ledger, so no decision on it can be taken until that is cleared up.',
  'said.conflict.alert_step': 'An alert that is {from} cannot become {to}',
  'said.conflict.alert_stands': 'This alert is {status} already; what was noted then stands',
  'said.conflict.alert_resolved': 'This alert is resolved already without an outcome; what was noted then stands',
  'said.conflict.alert_resolved_as': 'This alert is resolved already as {outcome}; what was noted then stands',
  'said.busy.attempts':
    'Too many failed login attempts. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',

  // Stages and states of an alert inside a sentence.
  'inside.harvested': 'harvested',
  'inside.fermented': 'fermented',
  'inside.drying': 'drying',
  'inside.processed': 'processed',
  'inside.shipped': 'shipped',
  'inside.delivered': 'delivered',
  'inside.active': 'active',
  'inside.acknowledged': 'acknowledged',
  'inside.resolved': 'resolved',
  'inside.dismissed': 'dismissed',
  'inside.list': '{earlier} and {last}',
} as const satisfies Readonly<Partial<Record<`said.${SaidCode}`, string>>> & Readonly<Record<string, string>>;
