import type { DueDiligenceRegistry } from '../../domain/statement/dueDiligenceRegistry.ts';

/**
 * The driver that files nothing: a package is handed over, the importer files it, and a person records what the importer
 * reports.
 */
export const packageRegistry: DueDiligenceRegistry = {
  driver: 'package',
  submit: async () => ({ kind: 'handed_over' }),
  amend: async () => ({ kind: 'handed_over' }),
  withdraw: async () => ({ kind: 'handed_over' }),
  find: async () => [],
  findByInternalReference: async () => [],
  verify: async () => null,
};
