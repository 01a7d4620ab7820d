import { fixed, sentence } from './said.ts';

/** Messages about a lot. */
export const LOT = {
  created: fixed('lot.created', 'Lot created. Blockchain recording initiated... Satellite verification started'),
};

/** What each check says that a due diligence statement over a lot rests on. */
export const COMPLIANCE = {
  status: sentence(
    'compliance.status',
    { status: 'text' },
    { status: 'No Deforestation' },
    ({ status }) => `The status is "${status}".`,
  ),
  statusByPerson: sentence(
    'compliance.status_by_person',
    { status: 'text', day: 'text' },
    { status: 'No Deforestation', day: '2026-03-14' },
    ({ status, day }) => `The status is "${status}", by a person's review on ${day}.`,
  ),
  statusBySampleData: sentence(
    'compliance.status_by_sample_data',
    { status: 'text' },
    { status: 'No Deforestation' },
    ({ status }) => `The status is "${status}", by sample data.`,
  ),
  noConclusiveCheck: fixed('compliance.no_conclusive_check', 'No check has come to a conclusion yet.'),
  lastConclusiveCheck: sentence(
    'compliance.last_conclusive_check',
    { day: 'text', validDays: 'number' },
    { day: '2026-03-14', validDays: 30 },
    ({ day, validDays }) => `The last conclusive check was on ${day}; it counts for ${validDays} days.`,
  ),
  noOpenAlert: fixed('compliance.no_open_alert', 'No alert of this lot is open.'),
  openAlerts: sentence(
    'compliance.open_alerts',
    { count: 'number' },
    { count: 2 },
    ({ count }) => `${count} open; each needs a decision.`,
  ),
  point: fixed(
    'compliance.point',
    'The plot is given as a point with six decimals, as plots of at most 4 ha may be; its size is not recorded.',
  ),
  noPlace: fixed('compliance.no_place', 'The lot has no place.'),
  producerNamed: fixed('compliance.producer_named', 'Farmer and farm are named.'),
  producerMissing: fixed('compliance.producer_missing', 'Farmer or farm is missing or was erased.'),
  recorded: fixed('compliance.recorded', 'All events of this lot are recorded.'),
  notRecorded: fixed('compliance.not_recorded', 'Events of this lot still wait to be recorded.'),
  recordRefused: fixed(
    'compliance.record_refused',
    'The ledger refused an event of this lot; an admin can try it again.',
  ),
};
