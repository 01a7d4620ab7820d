import { Box, Flex } from '@chakra-ui/react';
import { qualityGrade } from '../../../server/domain/cacao.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';

const THRESHOLDS = ['70%', '80%', '90%'];

/** A quality score of 0-100 with its grade, on a scale that marks where the grades begin. */
export function QualityMeter({ score }: { score: number | null }) {
  const { say, formatQuality } = useVerifyWords();
  if (score === null) {
    return <Box color="fg.muted">{say('quality.none')}</Box>;
  }
  const grade = qualityGrade(score);
  return (
    <Box>
      <Flex align="baseline" justify="space-between" gap="3">
        <Box fontSize="xl" fontWeight="600">
          {say(`grade.${grade}`)}
        </Box>
        <Box fontVariantNumeric="tabular-nums">{formatQuality(score)}</Box>
      </Flex>
      <Box
        aria-hidden
        position="relative"
        h="2"
        mt="2"
        bg="bg.sunken"
        borderWidth="1px"
        borderColor="line"
        borderRadius="full"
        overflow="hidden"
      >
        <Box
          h="full"
          w={`${Math.min(100, Math.max(0, score))}%`}
          bg="brand.solid"
          css={{ printColorAdjust: 'exact' }}
        />
        {THRESHOLDS.map((insetStart) => (
          <Box key={insetStart} position="absolute" top="0" insetStart={insetStart} h="full" w="2px" bg="bg.raised" />
        ))}
      </Box>
      <Box mt="1.5" fontSize="xs" color="fg.muted">
        {say('quality.grades')}
      </Box>
    </Box>
  );
}
