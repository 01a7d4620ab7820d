import { Check } from 'lucide-react';
import { isCompliant } from '../../server/domain/forest/deforestation.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { Badge, lookOfStatus } from './Badge.tsx';

const TICK = '✓';
const INLINE = { display: 'inline', verticalAlign: '-0.15em' } as const;

export interface ComplianceBadgeProps {
  status: string;
  /** compliant is plain text: in a table only the exception stands out */
  quiet?: boolean;
  /** compliant shows nothing */
  exceptionsOnly?: boolean;
}

/** <ComplianceBadge status={lot.deforestationStatus} />: 'EUDR ✓' or 'Non-Compliant'. */
export function ComplianceBadge({ status, quiet = false, exceptionsOnly = false }: ComplianceBadgeProps) {
  const { say } = useSharedWords();
  const { known, tone, icon } = lookOfStatus(status);
  const compliant = known !== undefined && isCompliant(known);
  if (compliant && exceptionsOnly) return null;
  if (compliant && quiet) {
    return (
      <span className="line" data-ink="muted">
        <Ticked text={say('compliance.mark')} inline />
      </span>
    );
  }
  return compliant ? (
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
function Ticked({ text, inline = false }: { text: string; inline?: boolean }) {
  const [before = '', ...after] = text.split(TICK);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <Check aria-hidden size={14} strokeWidth={2.5} style={inline ? INLINE : undefined} />
      <span className="sr-only">{TICK}</span>
      {after.join(TICK)}
    </>
  );
}
