import { defineMessage } from './message.ts';

/** Why a statement cannot be made, handed over, filed or recorded. */
export const FILING = {
  consignmentOpen: defineMessage('filing.consignment_open'),
  contentChanged: defineMessage('filing.content_changed'),
  referenceTaken: defineMessage('filing.reference_taken', { reference: 'C-2026-014' }),
  longReference: defineMessage('filing.long_reference', { most: 14 }),
  underWay: defineMessage('filing.under_way'),
  isPart: defineMessage('filing.is_part'),
  sampleData: defineMessage('filing.sample_data'),
  noRegistry: defineMessage('filing.no_registry'),
  cannotVerify: defineMessage('filing.cannot_verify'),
  notSubmitted: defineMessage('filing.not_submitted'),
  filedByProgram: defineMessage('filing.filed_by_program'),
  partsFirst: defineMessage('filing.parts_first'),
  recordParts: defineMessage('filing.record_parts'),
  noNumbers: defineMessage('filing.no_numbers'),
  manyStatements: defineMessage('filing.many_statements', { most: 100 }),
  newerVersion: defineMessage('filing.newer_version'),
  partsFiled: defineMessage('filing.parts_filed'),
  sameReference: defineMessage('filing.same_reference', { reference: 'C-2026-014', uuids: ['4f6c…'] }),
  amendParts: defineMessage('filing.amend_parts'),
  withdrawnInFuture: defineMessage('filing.withdrawn_in_future'),
  registryAway: defineMessage('filing.registry_away'),
  otherWay: defineMessage('filing.other_way'),
  manyDeclarations: defineMessage('filing.many_declarations', { most: 1_000 }),
};
