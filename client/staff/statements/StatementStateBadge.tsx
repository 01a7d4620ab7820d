import {
  Archive,
  CircleCheck,
  CircleX,
  FilePen,
  Group,
  PackageCheck,
  Replace,
  Send,
  ShieldCheck,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { StatementState } from '../../../server/domain/statement/statement.ts';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import { useStatementWords } from '../../words/statementWords.ts';

const LOOKS: Record<StatementState, { icon: LucideIcon; tone?: ToneName }> = {
  draft: { icon: FilePen },
  checked: { icon: ShieldCheck, tone: 'sky' },
  handed_over: { icon: PackageCheck, tone: 'sky' },
  submitted: { icon: Send, tone: 'sky' },
  available: { icon: CircleCheck, tone: 'leaf' },
  rejected: { icon: CircleX, tone: 'alarm' },
  amended: { icon: Replace },
  withdrawn: { icon: Undo2 },
  grouped: { icon: Group, tone: 'leaf' },
  archived: { icon: Archive },
};

/** How far a statement is, with its version unless it is the first. */
export function StatementStateBadge({ state, amendments = 0 }: { state: StatementState; amendments?: number }) {
  const { say } = useStatementWords();
  const { icon, tone } = LOOKS[state];
  const text = say(`statement.state.${state}`);
  return (
    <Badge icon={icon} {...(tone === undefined ? {} : { tone })}>
      {amendments === 0 ? text : say('statement.version', { state: text, number: amendments + 1 })}
    </Badge>
  );
}
