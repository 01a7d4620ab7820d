import { Box, chakra, Flex } from '@chakra-ui/react';
import { FlaskConical, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CUT_OFF_YEAR, SATELLITE_FRESH_DAYS } from '../../../server/domain/deforestation.ts';
import { Badge, ComplianceBadge } from '../../design/Badge.tsx';
import { Facts } from '../../design/Page.tsx';
import { useVerifyWords, type VerifyWords } from '../../words/verifyWords.ts';
import { Certifications } from './Certifications.tsx';
import type { LotAnswer } from './publicAnswers.ts';
import { checkIsOld, complianceWord, restsOnSample } from './words.ts';

interface SustainabilityProps {
  answer: LotAnswer;
  now: Date | null;
}

/** What was checked, when, with which dataset, and what that cannot show. */
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
          {say('forest.sample')}
        </Flex>
      )}
      <Certifications names={answer.lot.certifications} />
    </>
  );
}

function factsOf(words: VerifyWords, answer: LotAnswer, now: Date | null): (readonly [string, ReactNode])[] {
  const { say, formatDate, formatDecimals } = words;
  const { lot, satelliteCheck } = answer;
  const { dataset, datasetVersion: version, hectares, pixelMeters } = satelliteCheck ?? {};
  const facts: (readonly [string, ReactNode] | null)[] = [
    [
      say('forest.deforestation'),
      <Flex key="status" gap="2" wrap="wrap" align="center">
        <chakra.strong fontWeight="600">{say(complianceWord(lot.deforestationStatus))}</chakra.strong>
        {lot.deforestationStatus !== null && <ComplianceBadge status={lot.deforestationStatus} detailed />}
      </Flex>,
    ],
    lot.statusDecidedBy === 'person' && lot.statusDecidedOn !== null
      ? [say('forest.decided'), say('forest.decidedOn', { day: formatDate(lot.statusDecidedOn) })]
      : null,
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
    hectares && pixelMeters
      ? [
          say('forest.looked'),
          say('forest.lookedAt', {
            hectares: formatDecimals(hectares, 1),
            meters: formatDecimals(pixelMeters, 0),
            year: CUT_OFF_YEAR,
          }),
        ]
      : null,
    dataset && version ? [say('forest.dataset'), say('forest.datasetOf', { dataset, version })] : null,
  ];
  return facts.filter((fact) => fact !== null);
}
