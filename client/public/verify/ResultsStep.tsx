import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Badge, ComplianceBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { DASH, formatCelsius, formatDate, formatDateTime, formatKg, formatPercent } from '../../words/format.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { BackButton } from './BackButton.tsx';
import { Journey } from './Journey.tsx';
import { LedgerCard } from './LedgerCard.tsx';
import { LedgerNotice } from './LedgerNotice.tsx';
import type { LotAnswer, PublicLot } from './publicAnswers.ts';
import { QualityMeter } from './QualityMeter.tsx';
import { ShareButton } from './ShareButton.tsx';
import { StepHeading } from './StepHeading.tsx';
import { ToneIcon } from './ToneIcon.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { complianceWord, pendingReasonInWords, placeInWords, recordVerdict, verdictOf } from './words.ts';

const ANONYMOUS = 'The farmer chose to stay anonymous';

export function ResultsStep(props: VerifyFlow) {
  const { state, back } = props;
  return (
    <Box>
      <BackButton onClick={back}>Back to search</BackButton>
      {state.lot.status === 'failed' ? (
        <LotFailure {...props} message={state.lot.message} mayRetry={state.lot.mayRetry} />
      ) : state.lot.status === 'ready' ? (
        <Result {...props} answer={state.lot.value} />
      ) : (
        <ResultSkeleton />
      )}
    </Box>
  );
}

function Result({ answer, moved, openBlockchain }: VerifyFlow & { answer: LotAnswer }) {
  const { lot } = answer;
  return (
    <Flex direction="column" gap="4">
      <VerdictPanel answer={answer} focused={moved} />
      <LedgerNotice />

      <Flex align="center" justify="space-between" columnGap="4" rowGap="2" wrap="wrap">
        <ShareButton lotId={lot.lotId} />
        <Box fontSize="sm" color="fg.muted">
          Last updated {formatDateTime(lot.updatedAt)}
        </Box>
      </Flex>

      <Panel title="Product">
        <Facts
          items={[
            ['Lot', lot.lotId],
            ['Variety', lot.cacaoVariety ?? DASH],
            ['Harvested', formatDate(lot.harvestDate)],
            ['Weight', formatKg(lot.weight)],
          ]}
        />
      </Panel>

      <Panel title="Origin">
        <Facts items={originOf(lot)} />
      </Panel>

      <Panel title="Journey">
        <Journey current={lot.currentProcess} details={lot.processDetails} />
      </Panel>

      <Panel title="Quality">
        <QualityMeter score={lot.qualityScore} />
        <Box mt="4">
          <Facts
            items={[
              ['Moisture content', formatPercent(lot.moistureContent)],
              ['Temperature', formatCelsius(lot.temperature)],
            ]}
          />
        </Box>
      </Panel>

      <Panel title="Sustainability">
        <Facts items={sustainabilityOf(answer)} />
        <Certifications names={lot.certifications} />
      </Panel>

      <LedgerCard lot={lot} openBlockchain={openBlockchain} />

      <Box display="none" _print={{ display: 'block' }} fontSize="sm">
        Check this lot: {`${location.origin}/verify/${encodeURIComponent(lot.lotId)}`}
      </Box>
    </Flex>
  );
}

/** The verdict first. A page that differs from its record says that before anything it claims. */
function VerdictPanel({ answer, focused }: { answer: LotAnswer; focused: boolean }) {
  const { lot } = answer;
  const forest = verdictOf(answer);
  const record = recordVerdict(answer.verification);
  const differs = record?.tone === 'alarm';
  const first = differs ? record : forest;
  const second = differs ? forest : record;
  const reason = pendingReasonInWords(lot);
  return (
    <Box
      p={{ base: '4', sm: '6' }}
      bg={`${first.tone}.subtle`}
      borderWidth="1px"
      borderColor={first.tone}
      borderRadius="panel"
    >
      <Box fontSize="sm" fontWeight="600" color={first.tone} mb="2" overflowWrap="anywhere">
        Lot {lot.lotId}
      </Box>
      <Flex gap="3" align="flex-start">
        <Box mt={{ base: '0.5', sm: '1.5' }}>
          <ToneIcon tone={first.tone} size={26} />
        </Box>
        <StepHeading focused={focused} fontSize={{ base: 'lg', sm: 'xl' }}>
          {first.text}
        </StepHeading>
      </Flex>
      {second !== null && (
        <Flex gap="2" align="flex-start" mt="3" fontSize="sm">
          {!differs && (
            <Box mt="0.5">
              <ToneIcon tone={second.tone} size={18} />
            </Box>
          )}
          {differs ? `As shown, and not confirmed by the record: ${second.text}` : second.text}
        </Flex>
      )}
      {reason !== null && (
        <Box mt="3" fontSize="sm" color="fg">
          {reason}
        </Box>
      )}
    </Box>
  );
}

function originOf(lot: PublicLot): (readonly [string, ReactNode])[] {
  const decimals = lot.isAnonymized ? 1 : 2;
  const place =
    lot.latitude === null || lot.longitude === null ? (
      'Not on record'
    ) : (
      <>
        <chakra.span fontFamily="mono">{placeInWords(lot.latitude, lot.longitude, decimals)}</chakra.span>
        <chakra.span display="block" color="fg.muted">
          {lot.isAnonymized ? 'rounded to about 11 km' : 'rounded to about 1 km'}
        </chakra.span>
      </>
    );
  if (lot.isAnonymized) {
    return [
      ['Farmer', ANONYMOUS],
      ['Place', place],
    ];
  }
  return [
    ['Farmer', lot.farmerName ?? 'Not on record'],
    ['Farm', lot.farmId ?? 'Not on record'],
    ['Place', place],
  ];
}

function sustainabilityOf({ lot, sampleSatelliteData }: LotAnswer): (readonly [string, ReactNode])[] {
  const word = complianceWord(lot.deforestationStatus);
  const sample = sampleSatelliteData ? ' (sample data)' : '';
  return [
    [
      'Deforestation',
      <Flex key="status" gap="2" wrap="wrap" align="center">
        <chakra.strong fontWeight="600">{word}</chakra.strong>
        {lot.deforestationStatus !== null && <ComplianceBadge status={lot.deforestationStatus} detailed />}
      </Flex>,
    ],
    [
      'Satellite check',
      lot.satelliteTimestamp === null ? 'No conclusive check yet' : formatDateTime(lot.satelliteTimestamp) + sample,
    ],
  ];
}

function Certifications({ names }: { names: readonly string[] }) {
  return (
    <Box mt="3" fontSize="sm">
      <chakra.h3 color="fg.muted" mb="1.5">
        Certifications
      </chakra.h3>
      {names.length === 0 ? (
        'None on record'
      ) : (
        <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="1.5">
          {names.map((name) => (
            <li key={name}>
              <Badge>{name}</Badge>
            </li>
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}

function LotFailure({ message, mayRetry, moved, retryLot, back }: VerifyFlow & { message: string; mayRetry: boolean }) {
  return (
    <Panel p={{ base: '5', sm: '8' }}>
      <StepHeading focused={moved}>This lot cannot be shown</StepHeading>
      <Flex role="alert" mt="3" gap="2" align="flex-start">
        <Box mt="0.5">
          <ToneIcon tone="alarm" />
        </Box>
        {message}
      </Flex>
      <Flex mt="5" gap="3" wrap="wrap">
        {mayRetry && <Button onClick={retryLot}>Try Again</Button>}
        <Button variant={mayRetry ? 'secondary' : 'primary'} onClick={back}>
          Search for another lot
        </Button>
      </Flex>
    </Panel>
  );
}

function ResultSkeleton() {
  return (
    <Delayed label="Loading the lot">
      <Flex direction="column" gap="4">
        <Skeleton h="8rem" borderRadius="panel" />
        <Skeleton h="2.75rem" w="40%" />
        <Skeleton h="11rem" borderRadius="panel" />
        <Skeleton h="9rem" borderRadius="panel" />
        <Skeleton h="19rem" borderRadius="panel" />
      </Flex>
    </Delayed>
  );
}
