import { defineMessage } from './message.ts';

/** Messages about a lot. */
export const LOT = {
  created: defineMessage('lot.created'),
};

/** What each check says that a due diligence statement over a lot rests on. */
export const COMPLIANCE = {
  status: defineMessage('compliance.status', { status: 'No Deforestation' }),
  statusByPerson: defineMessage('compliance.status_by_person', { status: 'No Deforestation', day: '2026-03-14' }),
  statusBySampleData: defineMessage('compliance.status_by_sample_data', { status: 'No Deforestation' }),
  noConclusiveCheck: defineMessage('compliance.no_conclusive_check'),
  lastConclusiveCheck: defineMessage('compliance.last_conclusive_check', { day: '2026-03-14', validDays: 30 }),
  noOpenAlert: defineMessage('compliance.no_open_alert'),
  openAlerts: defineMessage('compliance.open_alerts', { count: 2 }),
  point: defineMessage('compliance.point'),
  noPlace: defineMessage('compliance.no_place'),
  producerNamed: defineMessage('compliance.producer_named'),
  producerMissing: defineMessage('compliance.producer_missing'),
  recorded: defineMessage('compliance.recorded'),
  notRecorded: defineMessage('compliance.not_recorded'),
  recordRefused: defineMessage('compliance.record_refused'),
};
