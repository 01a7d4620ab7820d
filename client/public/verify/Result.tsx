import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileDown, Share2 } from 'lucide-react';
import { Suspense, use, useEffect, useRef, useState } from 'react';
import { AnchorButton } from '../../design/Button.tsx';
import { CopyByHand } from '../../design/CopyByHand.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { Skeleton } from '../../design/Loading.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { saveFile } from '../../saveFile.ts';
import { hasSession } from '../../sessionKeys.ts';
import { useLotAddress } from '../../siteOrigin.ts';
import { figureFacts } from '../../words/lotFigures.ts';
import { useVerifyWords, type VerifyId, type VerifyWord } from '../../words/verifyWords.ts';
import { Alive } from '../hydratedContext.ts';
import { usePlace } from '../navigation.ts';
import { CombinedPartsHere } from './combinedParts.ts';
import { originFacts, lotPlace } from './facts.ts';
import { Given } from './givenLot.ts';
import { Journey } from './Journey.tsx';
import { LedgerCard } from './LedgerCard.tsx';
import { LedgerNotice } from './LedgerNotice.tsx';
import type { LotAnswer, PublicLot } from './publicAnswers.ts';
import { certificateAddress, fetchCertificate, userMessage } from './publicApi.ts';
import { QualityMeter } from './QualityMeter.tsx';
import { shareFacilities, shareLink, type ShareOutcome } from './share.ts';
import { asksToShare } from './stepAddress.ts';
import { StepButton } from './StepButton.tsx';
import { Sustainability } from './Sustainability.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { IN_KEPT, useSeen } from './useSeen.ts';
import { VerdictPanel } from './VerdictPanel.tsx';
import { withinKm } from './words.ts';

interface ResultProps extends Pick<VerifyFlow, 'moved' | 'ways' | 'openBlockchain'> {
  answer: LotAnswer;
}

/** Green means verified now: in an offline copy it becomes gray. */
const NOTHING_GREEN = {
  [IN_KEPT]: {
    '--chakra-colors-leaf': 'colors.fg.muted',
    '--chakra-colors-leaf-subtle': 'colors.bg.sunken',
    '--chakra-colors-leaf-solid': 'colors.fg.muted',
  },
};

/** A lot from its verdict to its record; also laid out for print. */
export function Result({ answer, moved, ways, openBlockchain }: ResultProps) {
  const { say, formatDateTime } = useVerifyWords();
  const { lot } = answer;
  const now = useAsOf(answer);
  const address = useLotAddress(lot.lotId);
  const { withDocument } = useSeen(answer);
  return (
    <Flex
      direction="column"
      gap="4"
      // Print: two sheets of A4, without page breaks inside a section.
      css={{
        '@media print': { zoom: 0.8, '& > section': { breakInside: 'avoid' } },
        ...(withDocument ? NOTHING_GREEN : {}),
      }}
    >
      <SeenNotice answer={answer} />
      <VerdictPanel answer={answer} now={now} focused={moved} />
      <LedgerNotice />
      <StaffLink lotId={lot.lotId} />

      <Flex align="flex-start" gap="2" wrap="wrap">
        <ShareButton lotId={lot.lotId} ways={ways} />
        <CertificateButton lotId={lot.lotId} />
      </Flex>

      <Panel title={say('origin.title')}>
        <Origin answer={answer} />
      </Panel>
      <Panel title={say('journey.title')}>
        <Journey answer={answer} />
      </Panel>
      <Panel title={say('quality.title')}>
        <Quality lot={lot} />
      </Panel>
      <Panel title={say('forest.title')}>
        <Sustainability answer={answer} now={now} />
      </Panel>
      <LedgerCard answer={answer} ways={ways} openBlockchain={openBlockchain} />

      <Box fontSize="sm" color="fg.muted">
        {say('result.updated', { moment: formatDateTime(lot.updatedAt) })}
      </Box>
      <Box display="none" _print={{ display: 'block' }} fontSize="sm" overflowWrap="anywhere">
        {say('result.address', { address })}
      </Box>
    </Flex>
  );
}

const MINUTE_MS = 60_000;

/**
 * The time for displayed ages, to the minute. The first render uses the response time, which is the same on server and
 * browser; later ones use the device's clock, since a page may stay open for long. Null while neither is known.
 */
function useAsOf({ verification }: Pick<LotAnswer, 'verification'>): Date | null {
  if (use(Alive)) return new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const answered = verification?.lastVerified ?? null;
  return answered === null ? null : new Date(answered);
}

/**
 * Shows the date of an offline copy. Every lot page includes it; CSS shows it when the service worker has marked the
 * document, so that it works without scripts.
 */
function SeenNotice({ answer }: { answer: LotAnswer }) {
  const { say, formatDateTime } = useVerifyWords();
  const seen = useSeen(answer);
  if (!seen.withDocument) return null;
  return (
    <Box
      role="status"
      display="none"
      px="4"
      py="3"
      bg="sky.subtle"
      borderWidth="1px"
      borderColor="sky"
      borderRadius="panel"
      css={{ [IN_KEPT]: { display: 'block' } }}
    >
      <Box fontWeight="600" color="sky">
        {seen.at === null ? say('seen.earlier') : say('seen.asOf', { moment: formatDateTime(seen.at) })}
      </Box>
      <Box fontSize="sm">{say('seen.text')}</Box>
      <chakra.a
        href=""
        display="inline-flex"
        alignItems="center"
        minH="11"
        fontSize="sm"
        fontWeight="500"
        color="fg"
        textDecoration="underline"
        textUnderlineOffset="0.2em"
        borderRadius="control"
        _print={{ display: 'none' }}
      >
        {say('seen.now')}
      </chakra.a>
    </Box>
  );
}

/**
 * Links to the lot's staff page for signed-in users who scanned the bag; reads only this device and sends no request.
 */
function StaffLink({ lotId }: { lotId: string }) {
  const { say } = useVerifyWords();
  // The server knows no device, so server rendering and hydration show no link.
  const offered = use(Alive) && hasSession();
  if (!offered) return null;
  return (
    <Box fontSize="sm" _print={{ display: 'none' }}>
      <TextLink
        href={`/admin/dashboard?tab=lots&lot=${encodeURIComponent(lotId)}`}
        display="inline-flex"
        alignItems="center"
        minH="11"
      >
        {say('staff.card', { lotId })}
      </TextLink>
    </Box>
  );
}

const CONFIRMED: Partial<Record<ShareOutcome, VerifyId>> = { copied: 'share.copied', shared: 'share.shared' };

/**
 * Shares the address of a lot's page. Before the script runs, a press submits to the server, which shows the address to
 * copy.
 */
function ShareButton({ lotId, ways }: Pick<VerifyFlow, 'ways'> & { lotId: string }) {
  const asked = asksToShare(usePlace().search);
  const [outcome, setOutcome] = useState<ShareOutcome | null>(asked ? 'show' : null);
  const { say } = useVerifyWords();
  const url = useLotAddress(lotId);
  const confirmed = outcome === null ? undefined : CONFIRMED[outcome];
  return (
    <Box>
      <Box display="flex" alignItems="center" gap="3">
        <StepButton
          variant="secondary"
          to={ways.share}
          go={() => void shareLink(say('share.title', { lotId }), url, shareFacilities()).then(setOutcome)}
        >
          <Share2 aria-hidden />
          {say('share.button')}
        </StepButton>
        <Box aria-live="polite" fontSize="sm" color="leaf" fontWeight="500">
          {confirmed !== undefined && say(confirmed)}
        </Box>
      </Box>
      {outcome === 'show' && <CopyByHand label={say('share.link')} text={url} />}
    </Box>
  );
}

/** The quality of the beans: the grade as a chart, and the measurements. */
function Quality({ lot }: { lot: PublicLot }) {
  const words = useVerifyWords();
  return (
    <>
      <QualityMeter score={lot.qualityScore} />
      <Box mt="4">
        <Facts items={figureFacts(words, 'public', lot)} />
      </Box>
    </>
  );
}

type Saving = { status: 'idle' } | { status: 'busy' } | { status: 'saved' } | { status: 'failed'; message: VerifyWord };

/** Saves the lot's certificate, a printable page. A link, so that it works without scripts. */
function CertificateButton({ lotId }: { lotId: string }) {
  const { say, tell, locale } = useVerifyWords();
  const [saving, setSaving] = useState<Saving>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(): Promise<void> {
    running.current = new AbortController();
    const { signal } = running.current;
    setSaving({ status: 'busy' });
    try {
      const blob = await fetchCertificate(lotId, locale, signal);
      if (signal.aborted) return;
      saveFile({ name: say('certificate.file', { lotId }), blob });
      setSaving({ status: 'saved' });
    } catch (error) {
      if (!signal.aborted) setSaving({ status: 'failed', message: userMessage(error) });
    }
  }

  const isBusy = saving.status === 'busy';
  return (
    <Box>
      <AnchorButton
        variant="secondary"
        href={certificateAddress(lotId, locale)}
        download
        aria-disabled={isBusy || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!isBusy) void save();
        }}
      >
        <FileDown aria-hidden />
        {say(isBusy ? 'certificate.loading' : 'certificate.button')}
      </AnchorButton>
      <Box aria-live="polite" fontSize="sm">
        {saving.status === 'saved' && (
          <Box mt="1" color="leaf" fontWeight="500">
            {say('certificate.saved')}
          </Box>
        )}
        {saving.status === 'failed' && (
          <Box mt="1" color="alarm">
            {tell(saving.message)}
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** Farmer, place and date of the harvest; of a lot that was made of others its farms. */
function Origin({ answer }: { answer: LotAnswer }) {
  const { lot, country, origins } = answer;
  const words = useVerifyWords();
  const { say, formatCountry } = words;
  const given = use(Given);
  const combined = use(CombinedPartsHere);
  const isGiven = given?.lot.status === 'ready' && given.lot.value === answer;
  const { latitude, longitude } = lot;
  const countryName = country === null ? undefined : formatCountry(country);
  const place = lotPlace(words, lot);
  if (origins !== null) {
    return (
      <ErrorBoundary>
        <Suspense fallback={<Skeleton h="16rem" />}>
          <combined.Origin lot={lot} origins={origins} drawing={isGiven ? given.map : null} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return (
    <>
      {countryName !== undefined && (
        <Box fontSize="lg" fontWeight="600" mb="3" lineHeight="1.3">
          {countryName}
        </Box>
      )}
      {latitude !== null && longitude !== null && place !== null && (
        <Box mb="4" css={{ '@media print': { maxWidth: '14rem' } }}>
          <PlaceMap
            place={{ latitude, longitude }}
            withinKm={withinKm(lot)}
            drawing={isGiven ? given.map : null}
            title={say('origin.map', {
              lotId: lot.lotId,
              place: countryName === undefined ? place.degrees : words.formatList([countryName, place.degrees]),
            })}
            countryName={formatCountry}
            loading={say('origin.mapLoading')}
          />
        </Box>
      )}
      <Facts
        items={[
          ...originFacts(words, lot),
          [say('origin.place'), place === null ? say('verify.notOnRecord') : <Place key="place" {...place} />],
        ]}
      />
    </>
  );
}

function Place({ degrees, rounded }: { degrees: string; rounded: string }) {
  return (
    <>
      <chakra.span fontFamily="mono">{degrees}</chakra.span>
      <chakra.span display="block" color="fg.muted">
        {rounded}
      </chakra.span>
    </>
  );
}
