import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { TextLink } from '../../design/TextLink.tsx';
import type { ClosingPartsFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { FARMS_PATH } from '../farms/farmAddress.ts';
import { LotLink } from '../LotLink.tsx';

/** A reason that keeps a consignment open. */
export type BlockerParts = ClosingPartsFragment['blockers'][number];

/** How a reason is mended: a link to where it is done; for the lot itself, what to do on this page. */
export function MendLink({ blocker }: { blocker: BlockerParts }) {
  const { say } = useConsignmentWords();
  const { mend, origins, lotId } = blocker;
  const cause = origins[0] ?? lotId;
  if (mend.kind === 'remove' || mend.kind === 'takeLess') {
    return <chakra.span color="fg.muted">{say(`mend.${mend.kind}`)}</chakra.span>;
  }
  const text = say(`mend.${mend.kind}`, { lotId: cause });
  if (mend.kind === 'decideAlert') {
    const alertsOfLot = tabSearch('alerts', new URLSearchParams({ status: 'all', of: cause }));
    return (
      <TextLink asChild {...LINE_LINK}>
        <Link to={`${HOME_PATH}${alertsOfLot}`}>{text}</Link>
      </TextLink>
    );
  }
  if (mend.kind === 'outlinePlot' && mend.link.startsWith(FARMS_PATH)) {
    return (
      <TextLink asChild {...LINE_LINK}>
        <Link to={mend.link}>{text}</Link>
      </TextLink>
    );
  }
  return <LotLink lotId={cause}>{text}</LotLink>;
}
