import './withoutEval.ts';
import type { FormedContent } from '../../../../server/domain/ledger/content.ts';
import { checkProof } from '../../../../server/domain/proof/checkProof.ts';
import { inputRefusal } from '../../../../server/domain/proof/inputProof.ts';
import type { LotBalance } from '../../../../server/domain/proof/lotBalance.ts';
import { lotContents } from '../../../../server/domain/proof/proofFile.ts';
import { holds, type ProofReason } from '../../../../server/domain/proof/proofSteps.ts';
import { OWN_SERVER, TIMEOUT_MS, type PublicServer } from '../publicApi.ts';
import { fetchInput } from './fetchProof.ts';

/** The result of checking the proof of a lot that another was made of. */
export type InputCheck =
  | { phase: 'checking' }
  | { phase: 'no file'; failure: unknown }
  | { phase: 'unproven'; failed: boolean; reason: ProofReason }
  | {
      phase: 'proven';
      balance: LotBalance;
      /** null for a lot without names */
      lotId: string | null;
      /** what it was made of itself; null for one that was registered at a farm */
      formed: FormedContent | null;
    };

export interface ProveInputOptions {
  /** the public lot that is shown: its own inputs and those before them are asked for by it */
  lotId: string;
  /** the first event of the lot that was made of it, proven */
  formed: FormedContent;
  /** which of its inputs, from 0 */
  index: number;
  roots: readonly string[] | undefined;
  server?: PublicServer;
  signal: AbortSignal;
}

/**
 * Fetches the proof of a lot that another was made of, checks it like any proof, and compares the event by which grams
 * left it with what the other lot names.
 */
export async function proveInput(options: ProveInputOptions): Promise<InputCheck> {
  const { lotId, formed, index, roots, server = OWN_SERVER, signal } = options;
  const part = formed.formation.inputs[index];
  if (part === undefined) throw new RangeError(`inputs.${index}`);
  let file: unknown;
  try {
    file = await fetchInput(lotId, part.key, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]), server);
  } catch (failure) {
    signal.throwIfAborted();
    return { phase: 'no file', failure };
  }
  const { steps, balance, recorded, formed: ownFormed } = await checkProof(file, { roots });
  signal.throwIfAborted();
  const wrong = steps.find((step) => !holds(step));
  if (wrong !== undefined && wrong.state !== 'proven') {
    return { phase: 'unproven', failed: wrong.state === 'failed', reason: wrong.reason };
  }
  const contents = lotContents(file);
  const differs = contents === null ? null : await inputRefusal(part, index + 1, formed.transfer, contents);
  if (differs !== null) return { phase: 'unproven', failed: true, reason: differs.reason };
  if (balance === null || recorded === null) throw new Error('A proven lot has a balance');
  const { isAnonymized, lotId: ownId } = recorded.clear;
  return { phase: 'proven', balance, lotId: isAnonymized === true ? null : (ownId ?? null), formed: ownFormed };
}
