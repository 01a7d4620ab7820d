import { useQuery } from '@apollo/client/react';
import { chakra, Flex } from '@chakra-ui/react';
import { STAGE_ICONS, stageColor } from '../../../design/Badge.tsx';
import { LotsByStageDocument, type ProcessStage } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';

export interface StageStripProps {
  chosen: ProcessStage | '';
  onChoose: (stage: ProcessStage | '') => void;
}

/** Number of lots in each stage, whatever the filters; a click shows those lots alone, a second one all again. */
export function StageStrip({ chosen, onChoose }: StageStripProps) {
  const { say, formatCount } = useLotListWords();
  const { data } = useQuery(LotsByStageDocument, { variables: {} });
  const stages = data?.lotAnalytics.lotsByStage ?? [];
  return (
    <Flex
      role="group"
      aria-label={say('strip.label')}
      minH="9"
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      overflow="hidden"
    >
      {stages.map(({ stage, count }) => {
        const Icon = STAGE_ICONS[stage];
        const pressed = stage === chosen;
        return (
          <chakra.button
            key={stage}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChoose(pressed ? '' : stage)}
            flex="1"
            minW="0"
            display="flex"
            alignItems="center"
            justifyContent="center"
            gap="2"
            px="2"
            fontSize="sm"
            cursor="pointer"
            borderStartWidth="1px"
            borderColor="line"
            bg={pressed ? `${stageColor(stage)}.subtle` : 'transparent'}
            color={pressed ? stageColor(stage) : 'fg'}
            fontWeight={pressed ? '600' : '500'}
            _first={{ borderStartWidth: '0' }}
            _hover={{ bg: pressed ? undefined : 'bg.sunken' }}
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            <chakra.span color={stageColor(stage)} display={{ base: 'none', lg: 'inline' }}>
              <Icon aria-hidden size={16} strokeWidth={1.75} />
            </chakra.span>
            <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {say(`stage.${stage}`)}
            </chakra.span>
            <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
              {formatCount(count)}
            </chakra.span>
          </chakra.button>
        );
      })}
    </Flex>
  );
}
