import { Box, chakra, Flex } from '@chakra-ui/react';
import { stageColor } from '../../design/Badge.tsx';
import { Panel } from '../../design/Page.tsx';
import type { DashboardQuery } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';

/** Number of lots at each stage as a bar. Drawn with plain markup, so that it renders with the first screen. */
export function StageStrip({ stages }: { stages: DashboardQuery['lotAnalytics']['lotsByStage'] }) {
  const { say, formatCount } = useStaffWords();
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const isEmpty = stages.every(({ count }) => count === 0);
  return (
    <Panel title={say('stages.title')}>
      {isEmpty ? (
        <Box color="fg.muted" fontSize="sm">
          {say('stages.none')}
        </Box>
      ) : (
        <chakra.ul display="flex" flexDirection="column" gap="4" fontSize="sm" listStyleType="none">
          {stages.map(({ stage, count }) => (
            <chakra.li key={stage}>
              <Flex justify="space-between" gap="3">
                <span>{say(`stage.${stage}`)}</span>
                <Box fontWeight="600" fontVariantNumeric="tabular-nums" title={say('stages.count', { count })}>
                  {formatCount(count)}
                </Box>
              </Flex>
              <Box aria-hidden h="2" mt="1" bg="bg.sunken" borderRadius="full" overflow="hidden">
                <Box
                  h="full"
                  borderRadius="full"
                  bg={stageColor(stage)}
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </Box>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Panel>
  );
}
