import { Box, chakra, Flex } from '@chakra-ui/react';
import { FlaskConical, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { SATELLITE_FRESH_DAYS } from '../../../server/domain/forest/deforestation.ts';
import { Badge, StatusBadge } from '../../design/Badge.tsx';
import { Facts } from '../../design/Page.tsx';
import { useVerifyWords, type VerifyWords } from '../../words/verifyWords.ts';
import { datasetFacts, decisionFacts } from './facts.ts';
import type { LotAnswer } from './publicAnswers.ts';
import { checkIsOld, complianceWord, restsOnSample } from './words.ts';

interface SustainabilityProps {
  answer: LotAnswer;
  now: Date | null;
}

/** What was checked, when, with which dataset, and its limits. */
export function Sustainability({ answer, now }: SustainabilityProps) {
  const words = useVerifyWords();
  const { say } = words;
  return (
    <>
      <Facts items={factsOf(words, answer, now)} />
      {answer.satelliteCheck !== null && (
        <Box mt="3" fontSize="sm" color="fg.muted">
          {say('forest.cannot')}
        </Box>
      )}
      {restsOnSample(answer) && (
        <Flex mt="3" gap="2" fontSize="sm" color="sky" align="flex-start">
          <Box flexShrink="0" mt="0.5">
            <FlaskConical aria-hidden size={18} strokeWidth={1.75} />
          </Box>
          {say('code.satellite.sample_data')}
        </Flex>
      )}
      <Certifications names={answer.lot.certifications} />
    </>
  );
}

function factsOf(words: VerifyWords, answer: LotAnswer, now: Date | null): (readonly [string, ReactNode])[] {
  const { say, formatDate } = words;
  const { lot } = answer;
  return [
    [
      say('forest.deforestation'),
      <Flex key="status" gap="2" wrap="wrap" align="center">
        <chakra.strong fontWeight="600">{say(complianceWord(lot.deforestationStatus))}</chakra.strong>
        {lot.deforestationStatus !== null && (
          <StatusBadge status={lot.deforestationStatus} isSample={restsOnSample(answer)} />
        )}
      </Flex>,
    ],
    ...decisionFacts(words, lot),
    [
      say('forest.check'),
      lot.satelliteTimestamp === null ? (
        say('forest.noCheck')
      ) : (
        <Flex key="check" gap="2" wrap="wrap" align="center">
          {formatDate(lot.satelliteTimestamp)}
          {checkIsOld(lot, now) && (
            <Badge tone="pod" icon={TriangleAlert}>
              {say('forest.old', { days: SATELLITE_FRESH_DAYS })}
            </Badge>
          )}
        </Flex>
      ),
    ],
    ...datasetFacts(words, answer),
  ];
}

/** The producer's certifications, as claimed. */
function Certifications({ names }: { names: readonly string[] }) {
  const { say } = useVerifyWords();
  return (
    <Box mt="4" pt="4" borderTopWidth="1px" borderColor="line" fontSize="sm">
      <chakra.h3 fontWeight="600" mb="1.5">
        {say('forest.certifications')}
      </chakra.h3>
      {names.length === 0 ? (
        say('forest.noCertifications')
      ) : (
        <>
          <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="1.5">
            {names.map((name) => (
              <li key={name}>
                <Badge>{name}</Badge>
              </li>
            ))}
          </chakra.ul>
          <Box mt="2" color="fg.muted">
            {say('forest.stated')}
          </Box>
        </>
      )}
    </Box>
  );
}
