import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { useRecordWords } from '../../words/recordWords.ts';
import { Badge } from '../Badge.tsx';

/**
 * <EventCheckBadge event={entry.verified} block={entry.consensusValidated} />   result of checking one event of a lot
 *
 * Combines the check of the event with its endorsements and the check of its block. Unknown counts as not checked.
 */
export function EventCheckBadge({ event, block }: { event: boolean | null; block: boolean | null }) {
  const { say } = useRecordWords();
  if (event === false || block === false) {
    return (
      <Badge tone="alarm" icon={CircleAlert}>
        {say('chain.invalid')}
      </Badge>
    );
  }
  if (event === null || block === null) return <Badge icon={CircleHelp}>{say('chain.notChecked')}</Badge>;
  return (
    <Badge tone="leaf" icon={CircleCheck}>
      {say('chain.valid')}
    </Badge>
  );
}
