import { holds, isUnknownVersion, type ProofStep } from '../../../../server/domain/proof/proofSteps.ts';
import type { Tone } from '../../../design/ToneIcon.tsx';
import type { ProofWords } from '../../../words/proofWords.ts';
import { PublicCallError, userMessage } from '../publicApi.ts';
import { stepInWords } from './proofInWords.ts';
import type { ProofProgress } from './proveLot.ts';

export interface ProofVerdictText {
  tone: Tone;
  title: string;
  text: string | null;
}

/** The result of a check in one line; null while unknown. */
export function proofVerdict(words: ProofWords, progress: ProofProgress): ProofVerdictText | null {
  const { say } = words;
  switch (progress.phase) {
    case 'fetching':
    case 'checking':
      return null;
    case 'no file':
      return { tone: 'pod', title: say('prove.noFile'), text: whyNoFile(words, progress.failure) };
    case 'no record':
      return { tone: 'pod', title: say('prove.open'), text: say('prove.noRecord') };
    case 'no crypto':
      return { tone: 'pod', title: say('prove.open'), text: say('prove.noCrypto') };
    case 'done':
      return doneIn(words, progress.steps);
  }
}

/** Why the file could not load: the message of a rejection, or a network error. */
function whyNoFile({ say, tell }: ProofWords, failure: unknown): string {
  return failure instanceof PublicCallError ? tell(userMessage(failure)) : say('prove.unreached');
}

function doneIn(words: ProofWords, steps: readonly ProofStep[]): ProofVerdictText {
  const { say } = words;
  const failed = steps.find(({ state }) => state === 'failed');
  if (failed !== undefined) return { tone: 'alarm', title: say('prove.failed'), text: stepInWords(words, failed) };
  const unknown = steps.find((step) => step.state !== 'proven' && isUnknownVersion(step.reason));
  if (unknown !== undefined) return { tone: 'pod', title: say('prove.open'), text: stepInWords(words, unknown) };
  const placeOpen = steps.some((step) => step.state !== 'proven' && step.reason.code === 'whole_blocks');
  return steps.every(holds)
    ? { tone: 'leaf', title: say('prove.all'), text: placeOpen ? say('prove.placeOpen') : null }
    : { tone: 'pod', title: say('prove.open'), text: say('prove.openText') };
}
