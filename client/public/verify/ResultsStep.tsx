import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Badge, ComplianceBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { useLotAddress } from '../../siteOrigin.ts';
import { DASH } from '../../words/format.ts';
import { figureFacts } from '../../words/lotFigures.ts';
import { useVerifyWords, type VerifyWord, type VerifyWords } from '../../words/verifyWords.ts';
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
import { ToneIcon } from '../../design/ToneIcon.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { complianceWord, pendingReasonInWords, placeInWords, recordVerdict, verdictOf } from './words.ts';

export function ResultsStep(props: VerifyFlow) {
  const { say } = useVerifyWords();
  const { state, back } = props;
  return (
    <Box>
      <BackButton onClick={back}>{say('result.back')}</BackButton>
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
  const words = useVerifyWords();
  const { say, formatDate, formatDateTime, formatKg } = words;
  const { lot } = answer;
  const address = useLotAddress(lot.lotId);
  return (
    <Flex direction="column" gap="4">
      <VerdictPanel answer={answer} focused={moved} />
      <LedgerNotice />

      <Flex align="center" justify="space-between" columnGap="4" rowGap="2" wrap="wrap">
        <ShareButton lotId={lot.lotId} />
        <Box fontSize="sm" color="fg.muted">
          {say('result.updated', { moment: formatDateTime(lot.updatedAt) })}
        </Box>
      </Flex>

      <Panel title={say('product.title')}>
        <Facts
          items={[
            [say('product.lot'), lot.lotId],
            [say('product.variety'), lot.cacaoVariety ?? DASH],
            [say('product.harvested'), formatDate(lot.harvestDate)],
            [say('product.weight'), formatKg(lot.weight)],
          ]}
        />
      </Panel>

      <Panel title={say('origin.title')}>
        <Facts items={originOf(words, lot)} />
      </Panel>

      <Panel title={say('journey.title')}>
        <Journey current={lot.currentProcess} details={lot.processDetails} />
      </Panel>

      <Panel title={say('quality.title')}>
        <QualityMeter score={lot.qualityScore} />
        <Box mt="4">
          <Facts items={figureFacts(words, 'public', lot)} />
        </Box>
      </Panel>

      <Panel title={say('forest.title')}>
        <Facts items={sustainabilityOf(words, answer)} />
        <Certifications names={lot.certifications} />
      </Panel>

      <LedgerCard lot={lot} openBlockchain={openBlockchain} />

      <Box display="none" _print={{ display: 'block' }} fontSize="sm">
        {say('result.address', { address })}
      </Box>
    </Flex>
  );
}

/** The verdict first. A page that differs from its record says that before anything it claims. */
function VerdictPanel({ answer, focused }: { answer: LotAnswer; focused: boolean }) {
  const words = useVerifyWords();
  const { say } = words;
  const { lot } = answer;
  const forest = verdictOf(words, answer);
  const record = recordVerdict(words, answer.verification);
  const differs = record?.tone === 'alarm';
  const first = differs ? record : forest;
  const second = differs ? forest : record;
  const reason = pendingReasonInWords(words, lot);
  return (
    <Box
      p={{ base: '4', sm: '6' }}
      bg={`${first.tone}.subtle`}
      borderWidth="1px"
      borderColor={first.tone}
      borderRadius="panel"
    >
      <Box fontSize="sm" fontWeight="600" color={first.tone} mb="2" overflowWrap="anywhere">
        {say('result.title', { lotId: lot.lotId })}
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
          {differs ? say('result.unconfirmed', { text: second.text }) : second.text}
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

function originOf(words: VerifyWords, lot: PublicLot): (readonly [string, ReactNode])[] {
  const { say } = words;
  const decimals = lot.isAnonymized ? 1 : 2;
  const place =
    lot.latitude === null || lot.longitude === null ? (
      say('verify.notOnRecord')
    ) : (
      <>
        <chakra.span fontFamily="mono">{placeInWords(words, lot.latitude, lot.longitude, decimals)}</chakra.span>
        <chakra.span display="block" color="fg.muted">
          {say(lot.isAnonymized ? 'origin.rounded11' : 'origin.rounded1')}
        </chakra.span>
      </>
    );
  if (lot.isAnonymized) {
    return [
      [say('origin.farmer'), say('origin.anonymous')],
      [say('origin.place'), place],
    ];
  }
  return [
    [say('origin.farmer'), lot.farmerName ?? say('verify.notOnRecord')],
    [say('origin.farm'), lot.farmId ?? say('verify.notOnRecord')],
    [say('origin.place'), place],
  ];
}

function sustainabilityOf(
  { say, formatDateTime }: VerifyWords,
  { lot, sampleSatelliteData }: LotAnswer,
): (readonly [string, ReactNode])[] {
  const checked = lot.satelliteTimestamp === null ? say('forest.noCheck') : formatDateTime(lot.satelliteTimestamp);
  const sample = sampleSatelliteData && lot.satelliteTimestamp !== null;
  return [
    [
      say('forest.deforestation'),
      <Flex key="status" gap="2" wrap="wrap" align="center">
        <chakra.strong fontWeight="600">{say(complianceWord(lot.deforestationStatus))}</chakra.strong>
        {lot.deforestationStatus !== null && <ComplianceBadge status={lot.deforestationStatus} detailed />}
      </Flex>,
    ],
    [say('forest.check'), sample ? say('verdict.sample', { verdict: checked }) : checked],
  ];
}

function Certifications({ names }: { names: readonly string[] }) {
  const { say } = useVerifyWords();
  return (
    <Box mt="3" fontSize="sm">
      <chakra.h3 color="fg.muted" mb="1.5">
        {say('forest.certifications')}
      </chakra.h3>
      {names.length === 0 ? (
        say('forest.noCertifications')
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

function LotFailure({
  message,
  mayRetry,
  moved,
  retryLot,
  back,
}: VerifyFlow & { message: VerifyWord; mayRetry: boolean }) {
  const { say, tell } = useVerifyWords();
  return (
    <Panel p={{ base: '5', sm: '8' }}>
      <StepHeading focused={moved}>{say('result.failed')}</StepHeading>
      <Flex role="alert" mt="3" gap="2" align="flex-start">
        <Box mt="0.5">
          <ToneIcon tone="alarm" />
        </Box>
        {tell(message)}
      </Flex>
      <Flex mt="5" gap="3" wrap="wrap">
        {mayRetry && <Button onClick={retryLot}>{say('verify.tryAgain')}</Button>}
        <Button variant={mayRetry ? 'secondary' : 'primary'} onClick={back}>
          {say('result.another')}
        </Button>
      </Flex>
    </Panel>
  );
}

function ResultSkeleton() {
  const { say } = useVerifyWords();
  return (
    <Delayed label={say('result.loading')}>
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
