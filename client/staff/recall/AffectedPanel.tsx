import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Waypoints } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { AffectedByAlertDocument, type RecallConsignmentRowFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import { ConsignmentStateBadge } from '../consignments/ConsignmentStateBadge.tsx';
import { TaskList, useBuyerTasks } from './BuyerTasks.tsx';
import { recallPath } from './recallAddress.ts';

const SHOWN_AT_FIRST = 10;

/** What an alert reaches: lots, consignments and buyers, with the tasks that follow. Nothing for those who do not read consignments. */
export default function AffectedPanel({ alertId, lotId }: { alertId: string; lotId: string }) {
  const { say, formatList } = useConsignmentWords();
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const { data, error, refetch } = useQuery(AffectedByAlertDocument, {
    variables: { id: alertId },
    fetchPolicy: 'cache-and-network',
  });
  if (data === undefined) {
    if (error !== undefined) return <LoadFailure title={say('affected.failed')} error={error} onRetry={refetch} />;
    return (
      <Delayed label={say('affected.loading')}>
        <Skeleton h="8rem" borderRadius="panel" />
      </Delayed>
    );
  }
  const affected = data.alert?.affected;
  if (!affected) return null;
  const { lots, consignments, consignmentCount, buyers } = affected;
  const names = buyers.map(({ name }) => name ?? say('consignments.erasedBuyer'));
  return (
    <Panel
      title={say('affected.title')}
      actions={
        <LinkButton size="sm" variant="secondary" to={recallPath({ lot: lotId })}>
          <Waypoints aria-hidden />
          {say('affected.recall')}
        </LinkButton>
      }
    >
      <Box fontSize="sm">
        {lots <= 1 && consignments.length === 0
          ? say('affected.lotOnly')
          : say('affected.summary', { lots, consignments: consignmentCount, buyers: buyers.length })}
      </Box>
      {names.length > 0 && (
        <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {formatList(names)}
        </Box>
      )}
      {consignments.length > 0 && (
        <chakra.ul listStyleType="none" display="grid" gap="4" mt="4">
          {consignments.slice(0, shown).map((consignment) => (
            <AffectedConsignment key={consignment.id} alertId={alertId} consignment={consignment} />
          ))}
        </chakra.ul>
      )}
      {consignments.length > shown && (
        <Box mt="3">
          <Button size="sm" variant="secondary" onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
            {say('affected.more')}
          </Button>
        </Box>
      )}
    </Panel>
  );
}

/** A consignment with affected beans, and the tasks of this alert. */
function AffectedConsignment({
  alertId,
  consignment: { id, number, state, weight, lotIds },
}: {
  alertId: string;
  consignment: RecallConsignmentRowFragment;
}) {
  const { say, formatKg, formatList } = useConsignmentWords();
  const { data } = useBuyerTasks(id);
  const tasks = data?.buyerTasks.tasks.filter((task) => task.alertId === alertId) ?? [];
  return (
    <chakra.li fontSize="sm" minW="0">
      <Flex gap="3" align="center" wrap="wrap" mb={tasks.length === 0 ? '0' : '2'}>
        <TextLink asChild fontWeight="600">
          <Link to={consignmentPath(id)}>{say('consignment.title', { number })}</Link>
        </TextLink>
        <ConsignmentStateBadge state={state} />
        <Box color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
          {formatKg(weight)}: {formatList(lotIds)}
        </Box>
      </Flex>
      <TaskList tasks={tasks} />
    </chakra.li>
  );
}
