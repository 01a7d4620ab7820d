import { isCompliant, DEFORESTATION_STATUSES } from '../../../../server/domain/forest/deforestation.ts';
import type { ProcessLotFragment } from '../../../graphql/generated.ts';

/** The claims of the strip below the process-update wizard, in order. */
export const ASSURANCES = ['ledger', 'traceability', 'eudr'] as const;
export type Assurance = (typeof ASSURANCES)[number];

/**
 * Claims that hold now (docs/spec/staff-screens.md, 'Process-update wizard'): 'Blockchain Ready' while the ledger is
 * available, 'Traceability Active' once the lot is recorded, 'EUDR Compliant' while its status is No Deforestation.
 * @param ledgerStatus from the server's health endpoint; undefined if unknown
 */
export function assurancesOf(
  { blockchainHash, deforestationStatus }: Pick<ProcessLotFragment, 'blockchainHash' | 'deforestationStatus'>,
  ledgerStatus: string | undefined,
): Record<Assurance, boolean> {
  const status = DEFORESTATION_STATUSES.find((name) => name === deforestationStatus);
  return {
    ledger: ledgerStatus === 'ok',
    traceability: blockchainHash?.status === 'recorded',
    eudr: status !== undefined && isCompliant(status),
  };
}
