import { checkProof } from '../../server/domain/proof/checkProof.ts';

/**
 * What a proof file lacks: `step: reason values` of each step that is not proven and does not just rest on another step, or on the
 * proofs of inputs, which the file of one derived lot never holds. Nothing for one that is proven.
 * @param roots fingerprints that are trusted; without them trust is not checked
 */
export async function proofFaults(file: unknown, roots?: readonly string[]): Promise<string[]> {
  const { proven, steps } = await checkProof(file, { roots });
  const faults = steps.flatMap((step) =>
    step.state === 'proven' || step.reason.code === 'rests' || step.reason.code === 'inputs_closed'
      ? []
      : [`${step.code}: ${step.reason.code} ${JSON.stringify(step.reason.values)}`],
  );
  return proven || faults.length > 0 ? faults : ['not proven, and no step says why'];
}
