import { sentence } from './said.ts';

/** Messages about a lot. */
export const LOT = {
  created: sentence('lot.created'),
};

/** What each check says that a due diligence statement over a lot rests on. */
export const COMPLIANCE = {
  status: sentence('compliance.status', { status: 'No Deforestation' }),
  statusByPerson: sentence('compliance.status_by_person', { status: 'No Deforestation', day: '2026-03-14' }),
  statusBySampleData: sentence('compliance.status_by_sample_data', { status: 'No Deforestation' }),
  noConclusiveCheck: sentence('compliance.no_conclusive_check'),
  lastConclusiveCheck: sentence('compliance.last_conclusive_check', { day: '2026-03-14', validDays: 30 }),
  noOpenAlert: sentence('compliance.no_open_alert'),
  openAlerts: sentence('compliance.open_alerts', { count: 2 }),
  point: sentence('compliance.point'),
  noPlace: sentence('compliance.no_place'),
  producerNamed: sentence('compliance.producer_named'),
  producerMissing: sentence('compliance.producer_missing'),
  recorded: sentence('compliance.recorded'),
  notRecorded: sentence('compliance.not_recorded'),
  recordRefused: sentence('compliance.record_refused'),
};
