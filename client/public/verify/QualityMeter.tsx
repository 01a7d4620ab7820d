import { Box, chakra, Flex } from '@chakra-ui/react';
import { qualityGrade, type QualityGrade } from '../../../server/domain/lot/cacao.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';

/**
 * The grades and their lowest scores (docs/spec/lots-and-stages.md, 'Quality score'); drawn at equal width, so that
 * their names fit.
 */
const GRADES: readonly { grade: QualityGrade; from: number; to: number }[] = [
  { grade: 'Standard', from: 0, to: 70 },
  { grade: 'Good', from: 70, to: 80 },
  { grade: 'Excellent', from: 80, to: 90 },
  { grade: 'Premium', from: 90, to: 100 },
];
const WIDTH = 100 / GRADES.length;

/** Keeps colors in print, where backgrounds are omitted. */
const DRAWN = {
  printColorAdjust: 'exact',
  '& rect': { fill: 'bg.sunken', stroke: 'edge' },
  '& rect.reached': { fill: 'brand.solid', stroke: 'brand.solid' },
  '& circle': { fill: 'bg.raised', stroke: 'brand.solid', strokeWidth: '4px' },
};

/** Position of a score of 0-100 on the scale, in percent of its width. */
export function positionOf(score: number): number {
  const index = GRADES.findIndex(({ to }) => score < to);
  const at = index === -1 ? GRADES.length - 1 : index;
  const { from = 0, to = 100 } = GRADES[at] ?? {};
  return (at + Math.min(1, Math.max(0, (score - from) / (to - from)))) * WIDTH;
}

/**
 * A quality score of 0-100 with its grade, on a scale of four grades. Uses SVG attributes: the CSP allows no inline
 * styles.
 */
export function QualityMeter({ score }: { score: number | null }) {
  const { say, formatQuality } = useVerifyWords();
  if (score === null) {
    return <Box color="fg.muted">{say('quality.none')}</Box>;
  }
  const reached = qualityGrade(score);
  const at = `${positionOf(score)}%`;
  return (
    <Box>
      <Flex align="baseline" justify="space-between" wrap="wrap" columnGap="3">
        <Box fontSize="xl" fontWeight="600">
          {say(`grade.${reached}`)}
        </Box>
        <Box fontVariantNumeric="tabular-nums">{formatQuality(score)}</Box>
      </Flex>
      <chakra.svg aria-hidden display="block" w="full" h="1.75rem" mt="2" overflow="visible" css={DRAWN}>
        {GRADES.map(({ grade }, index) => (
          <rect
            key={grade}
            className={grade === reached ? 'reached' : undefined}
            x={`${index * WIDTH}%`}
            width={`${WIDTH - 1}%`}
            y="9"
            height="10"
            rx="5"
          />
        ))}
        <circle cx={at} cy="14" r="8" />
      </chakra.svg>
      <Box
        aria-hidden
        display="grid"
        gridTemplateColumns="repeat(4, minmax(0, 1fr))"
        fontSize="xs"
        css={{ '@media (max-width: 22rem)': { fontSize: '0.6875rem' } }}
      >
        {GRADES.map(({ grade, from }) => (
          <Box key={grade} color={grade === reached ? 'fg' : 'fg.muted'} fontWeight={grade === reached ? '600' : '400'}>
            <Box overflowWrap="anywhere">{say(`grade.${grade}`)}</Box>
            <Box fontVariantNumeric="tabular-nums">{say('quality.from', { score: from })}</Box>
          </Box>
        ))}
      </Box>
      <Box srOnly>{say('quality.grades')}</Box>
    </Box>
  );
}
