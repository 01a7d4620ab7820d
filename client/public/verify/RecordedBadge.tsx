import { Badge } from '../../design/Badge.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';

/** Whether the newest event of a lot is on the ledger. */
export function RecordedBadge({ recorded }: { recorded: boolean }) {
  const { say } = useVerifyWords();
  return <Badge tone={recorded ? 'leaf' : 'pod'}>{say(recorded ? 'verify.recorded' : 'verify.pending')}</Badge>;
}
