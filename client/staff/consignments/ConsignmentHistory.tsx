import { Box, chakra, Flex } from '@chakra-ui/react';
import { Panel } from '../../design/Page.tsx';
import type { ConsignmentStepRowFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { ConsignmentRecordBadge } from './ConsignmentFacts.tsx';

/** The steps of a consignment, the newest first, each with its state on the ledger. */
export function ConsignmentHistory({ steps }: { steps: readonly ConsignmentStepRowFragment[] }) {
  const { say, formatDateTime } = useConsignmentWords();
  return (
    <Panel title={say('consignment.history')}>
      <chakra.ol listStyleType="none" aria-label={say('consignment.historyList')} display="grid" gap="3">
        {steps.map(({ step, at, by, state }) => (
          <chakra.li key={`${at} ${step}`} fontSize="sm">
            <Flex align="center" justify="space-between" gap="3" wrap="wrap">
              <Box fontWeight="500">{say(`consignment.step.${step}`)}</Box>
              <ConsignmentRecordBadge status={state} />
            </Flex>
            <Box color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
              {say('consignment.historyBy', { when: formatDateTime(at), who: by ?? say('consignment.somebody') })}
            </Box>
          </chakra.li>
        ))}
      </chakra.ol>
    </Panel>
  );
}
