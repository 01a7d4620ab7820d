import type { SaidCode } from '../../../../server/domain/said/table.ts';

/** What the server says of one lot by a code (docs/codes.md), where its views show it; in English as the server has it. */
export const lotSaid = {
  'said.compliance.status': 'The status is "{status}".',
  'said.compliance.status_by_person': 'The status is "{status}", by a person\'s review on {day}.',
  'said.compliance.status_by_sample_data': 'The status is "{status}", by sample data.',
  'said.compliance.no_conclusive_check': 'No check has come to a conclusion yet.',
  'said.compliance.last_conclusive_check': 'The last conclusive check was on {day}; it counts for {validDays} days.',
  'said.compliance.no_open_alert': 'No alert of this lot is open.',
  'said.compliance.open_alerts': '{count} open; each needs a decision.',
  'said.compliance.point':
    'The plot is given as a point with six decimals, as plots of at most 4 ha may be; its size is not recorded.',
  'said.compliance.no_place': 'The lot has no place.',
  'said.compliance.producer_named': 'Farmer and farm are named.',
  'said.compliance.producer_missing': 'Farmer or farm is missing or was erased.',
  'said.compliance.recorded': 'All events of this lot are recorded.',
  'said.compliance.not_recorded': 'Events of this lot still wait to be recorded.',
  'said.compliance.record_refused': 'The ledger refused an event of this lot; an admin can try it again.',

  'said.difference.value': 'The database and the ledger do not say the same: {field}.',
  'said.difference.lost': 'A value or its salt is gone, and no event erased it: {field}.',
  'said.difference.event_missing': 'Event {event} is counted by the ledger, which cannot show it.',
  'said.difference.event_foreign': 'Event {event} stands on the ledger, and the database lacks it.',
  'said.difference.event_invalid': 'The transaction of event {event} is not valid.',
  'said.difference.event_changed': 'Event {event} has another content in the database than on the ledger.',
  'said.difference.event_receipt': 'The database does not say of event {event} where the ledger recorded it.',
  'said.difference.event_not_recorded': 'The database takes event {event} for recorded, and the ledger lacks it.',
  'said.difference.event_unreadable': 'Event {event} cannot be read in the database.',
  'said.difference.event_unsealed': 'Event {event} bears no seal of this program.',
  'said.difference.event_early_receipt': 'The database says where event {event} is recorded before it was.',
  'said.difference.block': 'A hash or a signature of block {block} is not valid.',
  'said.difference.rival_chain': 'Another chain on the ledger carries this lot number too.',
} as const satisfies Readonly<Partial<Record<`said.${SaidCode}`, string>>>;
