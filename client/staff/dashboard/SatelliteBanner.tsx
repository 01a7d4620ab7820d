import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { Satellite } from 'lucide-react';
import { DashboardHealthDocument } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

/**
 * The EUDR compliance banner. It shows 'sample data' when results do not come from real satellites
 * (docs/spec/plots-and-satellite-checks.md, 'Sample data'), and reports when the satellite source is unavailable.
 */
export function SatelliteBanner() {
  const words = useStaffWords();
  const { say } = words;
  const { data } = useQuery(DashboardHealthDocument);
  if (data === undefined) return null;
  const { satellite, sampleSatelliteData } = data.health;
  const working = satellite.status === 'ok';
  const state = working ? 'active' : 'delayed';
  const reason = satellite.said === null ? say('monitoring.waits') : localizedText(words, satellite.said);
  const explanation = working ? say('monitoring.what') : reason;
  const tone = working ? 'leaf' : 'pod';
  return (
    <Flex align="center" gap="3" px="4" py="3" bg={`${tone}.subtle`} color={tone} borderRadius="control" fontSize="sm">
      <Box flexShrink="0">
        <Satellite aria-hidden size={20} strokeWidth={1.75} />
      </Box>
      <Box>
        <Box as="span" fontWeight="600">
          {say(`monitoring.${state}.${sampleSatelliteData ? 'sample' : 'real'}`)}
        </Box>
        <Box>{explanation}</Box>
      </Box>
    </Flex>
  );
}
