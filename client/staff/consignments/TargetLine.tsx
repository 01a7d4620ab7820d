import { Box, chakra } from '@chakra-ui/react';
import { gramsFromKg, kgFromGrams } from '../../../server/domain/text/units.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';

/**
 * A weight against the planned one, as a bar and in words.
 * @param target kg; null: none was planned
 */
export function TargetLine({ weight, target }: { weight: number; target: number | null }) {
  const { say, formatKg } = useConsignmentWords();
  if (target === null) return null;
  const missing = gramsFromKg(target) - gramsFromKg(weight);
  const share = Math.min(1, weight / target);
  return (
    <Box fontSize="sm" maxW="28rem">
      <Box h="1.5" bg="bg.sunken" borderRadius="full" overflow="hidden" aria-hidden>
        <chakra.svg display="block" w="full" h="full" viewBox="0 0 100 1" preserveAspectRatio="none" color="leaf.solid">
          <rect width={share * 100} height="1" fill="currentColor" />
        </chakra.svg>
      </Box>
      <Box mt="1" fontVariantNumeric="tabular-nums">
        {say('consignmentLots.ofTarget', { weight: formatKg(weight), target: formatKg(target) })}
        {': '}
        {missing > 0 && say('consignmentLots.missing', { weight: formatKg(kgFromGrams(missing)) })}
        {missing === 0 && say('consignmentLots.met')}
        {missing < 0 && say('consignmentLots.over', { weight: formatKg(kgFromGrams(-missing)) })}
      </Box>
    </Box>
  );
}
