import { FolderOpen, Lock, PackageCheck, Ship, type LucideIcon } from 'lucide-react';
import type { ConsignmentState } from '../../../server/domain/consignment/states.ts';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';

const LOOKS: Record<ConsignmentState, { icon: LucideIcon; tone: ToneName }> = {
  open: { icon: FolderOpen, tone: 'pod' },
  closed: { icon: Lock, tone: 'sky' },
  shipped: { icon: Ship, tone: 'brand' },
  delivered: { icon: PackageCheck, tone: 'leaf' },
};

/** How far a consignment is, by icon and word. */
export function ConsignmentStateBadge({ state }: { state: ConsignmentState }) {
  const { say } = useConsignmentWords();
  const { icon, tone } = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {say(`consignment.state.${state}`)}
    </Badge>
  );
}
