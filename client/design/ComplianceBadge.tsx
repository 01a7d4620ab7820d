import { Check } from 'lucide-react';
import { isCompliant } from '../../server/domain/forest/deforestation.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { Badge, lookOfStatus } from './Badge.tsx';

const TICK = '✓';

/** <ComplianceBadge status={lot.deforestationStatus} />: 'EUDR ✓' or 'Non-Compliant'. */
export function ComplianceBadge({ status }: { status: string }) {
  const { say } = useSharedWords();
  const { known, tone, icon } = lookOfStatus(status);
  return known !== undefined && isCompliant(known) ? (
    <Badge tone={tone}>
      <Ticked text={say('compliance.mark')} />
    </Badge>
  ) : (
    <Badge tone={tone} icon={icon}>
      {say('compliance.no')}
    </Badge>
  );
}

/** A text whose tick is drawn as an icon, since not every font has the character. Screen readers still get the text. */
function Ticked({ text }: { text: string }) {
  const [before = '', ...after] = text.split(TICK);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <Check aria-hidden size={14} strokeWidth={2.5} />
      <span className="sr-only">{TICK}</span>
      {after.join(TICK)}
    </>
  );
}
