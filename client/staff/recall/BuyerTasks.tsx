import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { BellRing, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { BuyerTasksDocument, CompleteBuyerTaskDocument, type BuyerTaskRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { alertPath } from '../alerts/page/alertAddress.ts';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import { useMay } from '../session/SessionProvider.tsx';

/** The tasks 'Inform the buyer' of a consignment; nothing where there is none. */
export function BuyerTasks({ consignmentId }: { consignmentId: string }) {
  const { say } = useConsignmentWords();
  const { data, error, refetch } = useBuyerTasks(consignmentId);
  const tasks = data?.buyerTasks.tasks ?? [];
  if (error !== undefined && data === undefined) {
    return <LoadFailure title={say('tasks.failed')} error={error} onRetry={refetch} />;
  }
  if (tasks.length === 0) return null;
  return (
    <Panel title={say('tasks.title')}>
      <Box color="fg.muted" fontSize="sm" mb="3">
        {say('tasks.lead')}
      </Box>
      <TaskList tasks={tasks} />
    </Panel>
  );
}

/** Tasks of one consignment, the newest first. */
export function useBuyerTasks(consignmentId: string) {
  return useQuery(BuyerTasksDocument, { variables: { consignmentId, page: 1 }, fetchPolicy: 'cache-and-network' });
}

/** Tasks with their state, and a button that notes that the buyer was informed. */
export function TaskList({ tasks }: { tasks: readonly BuyerTaskRowFragment[] }) {
  return (
    <chakra.ul listStyleType="none" display="grid" gap="3">
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </chakra.ul>
  );
}

function TaskRow({ task }: { task: BuyerTaskRowFragment }) {
  const words = useConsignmentWords();
  const { say, formatDateTime } = words;
  const manages = useMay('manage_consignments');
  const [failure, setFailure] = useState<string | null>(null);
  const [complete, busy] = useWrite(CompleteBuyerTaskDocument, { failed: say('tasks.markFailed') });
  const { id, alertId, alertTitle, lotId, consignmentId, number, buyerName, openedAt, doneAt, doneBy } = task;
  const send = async () => {
    setFailure(null);
    const written = await complete({ id });
    if (written.kind === 'failed') setFailure(written.message);
    if (written.kind !== 'answered') return;
    const { completeBuyerTask } = written.data;
    if (completeBuyerTask.__typename !== 'BuyerTaskSaved') setFailure(localizedText(words, completeBuyerTask.said));
  };
  const Icon = doneAt === null ? BellRing : CircleCheck;
  return (
    <chakra.li display="flex" gap="3" fontSize="sm" minW="0">
      <Box flexShrink="0" mt="0.5" color={doneAt === null ? 'pod' : 'leaf'}>
        <Icon aria-hidden size={18} />
      </Box>
      <Flex flex="1" minW="0" gap="3" justify="space-between" align="flex-start" wrap="wrap">
        <Box minW="0" flex="1 1 14rem" overflowWrap="anywhere">
          <TextLink asChild>
            <Link to={consignmentPath(consignmentId)}>
              {say('tasks.inform', { buyer: buyerName ?? say('consignments.erasedBuyer'), number })}
            </Link>
          </TextLink>
          <Box color="fg.muted">
            <TextLink asChild>
              <Link to={alertPath(alertId)}>{say('tasks.about', { title: alertTitle, lotId })}</Link>
            </TextLink>
          </Box>
          <Box color="fg.muted" role="status">
            {doneAt === null
              ? say('tasks.open', { when: formatDateTime(openedAt) })
              : say('tasks.done', { who: doneBy ?? say('consignment.somebody'), when: formatDateTime(doneAt) })}
          </Box>
          {failure !== null && <Banner mt="2">{failure}</Banner>}
        </Box>
        {manages && doneAt === null && (
          <Button
            size="sm"
            variant="secondary"
            busy={busy}
            busyLabel={say('tasks.marking')}
            onClick={() => void send()}
          >
            {say('tasks.markDone')}
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}
