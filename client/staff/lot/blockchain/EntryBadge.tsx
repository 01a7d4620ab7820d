import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { Badge } from '../../../design/Badge.tsx';
import { useLotWords } from '../../../words/lotWords.ts';

/**
 * 'Verified' or 'Pending' for one entry (docs/spec/staff-screens.md, 'Blockchain view'), or the third state: recorded
 * with invalid hashes or signatures.
 */
export function EntryBadge({ verified, faulty }: { verified: boolean; faulty: boolean }) {
  const { say } = useLotWords();
  return (
    <>
      {verified ? (
        <Badge tone="leaf" icon={CircleCheck}>
          {say('chainView.verified')}
        </Badge>
      ) : (
        <Badge tone="pod" icon={Clock}>
          {say('chainView.pending')}
        </Badge>
      )}
      {faulty && (
        <Badge tone="alarm" icon={CircleAlert}>
          {say('chainView.notValid')}
        </Badge>
      )}
    </>
  );
}
