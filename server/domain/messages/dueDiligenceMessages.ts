import { defineMessage } from './message.ts';

/** What the due diligence of a consignment lacks. */
export const DUE_DILIGENCE_MISSING = {
  farmDocument: defineMessage('due_diligence.farm_document', { documentClass: 'land_use', farms: 3 }),
  deliveryDocument: defineMessage('due_diligence.delivery_document', { documentClass: 'labour', deliveries: 2 }),
  consignmentDocument: defineMessage('due_diligence.consignment_document', { documentClass: 'tax_customs' }),
  noAssessment: defineMessage('due_diligence.no_assessment', { deliveries: 3 }),
  riskStands: defineMessage('due_diligence.risk_stands'),
  overdueMeasure: defineMessage('due_diligence.overdue_measure', { what: 'Visit the farm', day: '2026-03-14' }),
};

/** Why a call about due diligence is refused. */
export const DUE_DILIGENCE = {
  manyDocuments: defineMessage('due_diligence.many_documents', { most: 100 }),
  noRoom: defineMessage('due_diligence.no_room'),
  fileChanged: defineMessage('due_diligence.file_changed'),
  rowChanged: defineMessage('due_diligence.row_changed'),
  wrongSubject: defineMessage('due_diligence.wrong_subject', { choices: ['lot', 'consignment'] }),
  noSubject: defineMessage('due_diligence.no_subject'),
  endBeforeStart: defineMessage('due_diligence.end_before_start'),
  concluded: defineMessage('due_diligence.concluded'),
  unanswered: defineMessage('due_diligence.unanswered', { criteria: ['a', 'h'] }),
  atRisk: defineMessage('due_diligence.at_risk', { criteria: ['h'] }),
  reviewDay: defineMessage('due_diligence.review_day', { mostDays: 366 }),
  noEvidence: defineMessage('due_diligence.no_evidence'),
  measureDone: defineMessage('due_diligence.measure_done'),
  concernAnswered: defineMessage('due_diligence.concern_answered'),
  scopeNeeds: defineMessage('due_diligence.scope_needs', { field: 'country' }),
};
