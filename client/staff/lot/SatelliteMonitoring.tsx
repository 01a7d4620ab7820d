import { useApolloClient } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { FlaskConical, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { pixelSize } from '../../../server/domain/forest/evidencePicture.ts';
import { SATELLITE } from '../../../server/domain/messages/satelliteMessages.ts';
import { Badge, StatusBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Skeleton } from '../../design/Loading.tsx';
import { Moment } from '../../design/Moment.tsx';
import { Facts } from '../../design/Page.tsx';
import {
  CheckSatelliteDocument,
  type EvidenceFragment,
  type LotComplianceOfQuery,
  type LotDetailFragment,
  type LotEvidenceQuery,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { hashPreview } from '../../words/format.ts';
import { type LotWords, useLotWords } from '../../words/lotWords.ts';
import { localizedText, localizedTexts } from '../../words/localizedTexts.ts';
import { offeredActions } from '../lots/list/lotFacts.ts';
import { screenChangesOf } from '../screenChanges.ts';
import { statusWord } from '../statusLabels.ts';
import type { QueryState } from './useAnswer.ts';
import { SmallHeading } from './Compliance.tsx';
import { OpenAlerts } from './OpenAlerts.tsx';
import { Answered, Part } from './Part.tsx';
import { PlotPicture } from './PlotPicture.tsx';
import { parseWindow } from './parseWindow.ts';

export interface SatelliteMonitoringProps {
  lot: LotDetailFragment;
  evidence: QueryState<LotEvidenceQuery>;
  compliance: QueryState<LotComplianceOfQuery>;
}

/** Result of the satellite checks: status, evidence picture, limitations and open alerts. */
export function SatelliteMonitoring({ lot, evidence, compliance }: SatelliteMonitoringProps) {
  const words = useLotWords();
  const { say } = words;
  const { refresh, busy, refreshed } = useSatelliteRefresh(lot);
  const isSample = lot.satelliteSaid.some(({ code }) => code === SATELLITE.sampleData.code);
  return (
    <Part
      title={say('sat.title')}
      actions={
        refresh !== null && (
          <Button variant="secondary" size="sm" busy={busy} busyLabel={say('sat.refreshing')} onClick={refresh}>
            <RefreshCw aria-hidden />
            {say('sat.refresh')}
          </Button>
        )
      }
    >
      <QueryState refreshed={refreshed} />
      <Flex gap="1.5" wrap="wrap" mb="3">
        <StatusBadge status={lot.deforestationStatus} />
        {isSample && (
          <Badge tone="sky" icon={FlaskConical}>
            {say('sat.sample')}
          </Badge>
        )}
        {lot.satelliteOutdated && (
          <Badge tone="pod" icon={TriangleAlert}>
            {say(lot.satelliteTimestamp === null ? 'sat.outdatedNone' : 'sat.outdated')}
          </Badge>
        )}
      </Flex>
      {lot.satelliteSaid.length > 0 && (
        <Box fontSize="sm" color="fg.muted" mb="4">
          {localizedTexts(words, lot.satelliteSaid)}
        </Box>
      )}
      <Answered of={evidence} loading={say('sat.picture')} skeleton={<Skeleton maxW="22rem" aspectRatio="1" />}>
        {({ lotEvidence }) => (lotEvidence === null ? <Nothing /> : <Evidence lot={lot} evidence={lotEvidence} />)}
      </Answered>
      <OpenAlerts lotId={lot.lotId} compliance={compliance} />
    </Part>
  );
}

/** Result of the check that the user requested, shown beside the button. */
function QueryState({ refreshed }: { refreshed: Refreshed | null }) {
  return (
    <Box aria-live="polite">
      {refreshed !== null && (
        <Banner tone={refreshed.failed ? 'alarm' : 'sky'} mb="4">
          {refreshed.text}
        </Banner>
      )}
    </Box>
  );
}

function Nothing() {
  const { say } = useLotWords();
  return (
    <Box fontSize="sm" color="fg.muted">
      {say('sat.noCheck')}
    </Box>
  );
}

function Evidence({ lot, evidence }: { lot: LotDetailFragment; evidence: EvidenceFragment }) {
  const words = useLotWords();
  const { say, formatDecimals } = words;
  const { pixels, gap, latitude, longitude } = evidence;
  const window = parseWindow(evidence.window);
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const isElsewhere = place !== null && (place.latitude !== lot.latitude || place.longitude !== lot.longitude);
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}>
      <Box minW="0">
        <SmallHeading>{say('sat.picture')}</SmallHeading>
        {isElsewhere && (
          <Banner tone="pod" mb="3">
            {say('sat.elsewhere')}
          </Banner>
        )}
        <PlotPicture lotId={lot.lotId} checkId={null} evidence={evidence} />
        {pixels !== null && window !== null && (
          <Box mt="3" fontSize="xs" color="fg.muted" maxW="40rem">
            {say('sat.cannot', { meters: formatDecimals(pixelSize(window, pixels).meters, 0) })}
          </Box>
        )}
      </Box>
      {/* A record that differs from the ledger shows no facts. */}
      {gap !== 'differs' && <Facts items={factsOf(words, lot, evidence)} />}
    </Box>
  );
}

function factsOf(words: LotWords, lot: LotDetailFragment, evidence: EvidenceFragment) {
  const { say, formatPercent } = words;
  const { checkedAt, pixels, dataset, datasetVersion, evidenceHash, treeCover2000, confidence } = evidence;
  const { risk, baseline, sources } = evidence;
  // For several plots, the picture's own legend counts the pixels of the plot shown.
  const window = (evidence.plots?.length ?? 0) > 1 ? null : parseWindow(evidence.window);
  const checked =
    lot.satelliteTimestamp === null ? say('sat.never') : <Moment key="checked" iso={lot.satelliteTimestamp} />;
  return [
    [say('sat.checked'), checked] as const,
    ...(dataset === null
      ? []
      : [[say('sat.dataset'), dataset] as const, [say('sat.version'), datasetVersion] as const]),
    ...(checkedAt === null ? [] : [[say('sat.read'), <Moment key="read" iso={checkedAt} />] as const]),
    ...(window === null ? [] : [[say('sat.window'), <Corners key="window" window={window} />] as const]),
    ...(window === null || pixels === null ? [] : [[say('sat.pixels'), windowInWords(words, window, pixels)] as const]),
    ...(treeCover2000 === null
      ? []
      : [[say('sat.cover'), say('sat.coverMean', { percent: formatPercent(treeCover2000) })] as const]),
    ...(confidence === 'high' || confidence === 'medium' || confidence === 'low'
      ? [[say('sat.confidence'), say(`sat.confidence.${confidence}`)] as const]
      : []),
    ...(baseline === null
      ? []
      : [
          [
            say('sat.baseline'),
            say('sat.baselineMessages', {
              percent: formatPercent(baseline.forestPercent),
              dataset: `${baseline.dataset} ${baseline.datasetVersion}`,
            }),
          ] as const,
        ]),
    ...(risk === null ? [] : [[say('sat.risk'), say(`sat.risk.${risk}`)] as const]),
    ...(sources === null ? [] : [[say('sat.sources'), <Sources key="sources" sources={sources} />] as const]),
    ...(evidenceHash === null
      ? []
      : [
          [
            say('sat.hash'),
            <CopyableValue
              key="hash"
              name={say('sat.hashName')}
              text={evidenceHash}
              shown={hashPreview(evidenceHash)}
            />,
          ] as const,
        ]),
  ];
}

function windowInWords(
  { say, formatCount, formatDecimals }: LotWords,
  corners: Parameters<typeof pixelSize>[0],
  size: { width: number; height: number },
): string {
  const { meters, hectares } = pixelSize(corners, size);
  const count = size.width * size.height;
  return say('sat.windowOf', {
    pixels: formatCount(count),
    meters: formatDecimals(meters, 0),
    hectares: formatDecimals(hectares * count, 1),
  });
}

/** The result of each source, if there are several. */
function Sources({ sources }: { sources: NonNullable<EvidenceFragment['sources']> }) {
  const words = useLotWords();
  return sources.map(({ driver, dataset, datasetVersion, conclusion, reason }) => (
    <Box key={driver}>
      {words.say(`sat.source.${conclusion}`, {
        dataset: dataset ?? driver,
        version: datasetVersion ?? '',
        reason: (reason && localizedTexts(words, [reason])) ?? '',
      })}
    </Box>
  ));
}

function Corners({ window: [west, south, east, north] }: { window: Parameters<typeof pixelSize>[0] }) {
  const { say, formatDecimals } = useLotWords();
  const degrees = (value: number): string => formatDecimals(value, 4);
  return (
    <chakra.span fontFamily="mono">
      {say('sat.corners', {
        south: degrees(south),
        west: degrees(west),
        north: degrees(north),
        east: degrees(east),
      })}
    </chakra.span>
  );
}

/** Result of the requested check, as text. */
interface Refreshed {
  failed: boolean;
  text: string;
}

/** Requests a check of the lot's stored place. `refresh` is null without the right, or for a lot without a place. */
function useSatelliteRefresh(lot: LotDetailFragment): {
  refresh: (() => void) | null;
  busy: boolean;
  refreshed: Refreshed | null;
} {
  const words = useLotWords();
  const { say } = words;
  const news = screenChangesOf(useApolloClient());
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: say('write.failed') });
  const [refreshed, setRefreshed] = useState<Refreshed | null>(null);
  const { latitude, longitude } = lot;

  const refresh = async (place: { latitude: number; longitude: number }): Promise<void> => {
    setRefreshed(null);
    const written = await check({ id: lot.id, ...place });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') return setRefreshed({ failed: true, text: written.message });
    const result = written.data.checkSatellite;
    if (result.__typename === 'NotFound')
      return setRefreshed({ failed: true, text: localizedText(words, result.said) });
    const { status, said, sourceSaid } = result.satelliteData;
    const remark = localizedTexts(words, [...sourceSaid, ...said]) ?? say('satellite.done');
    setRefreshed({
      failed: false,
      text: `${say('satellite.result', { lotId: lot.lotId, status: statusWord(words, status) })}. ${remark}`,
    });
    news.lotView(lot);
  };

  const may = offeredActions(lot).refreshSatellite && latitude !== null && longitude !== null;
  return { refresh: may ? () => void refresh({ latitude, longitude }) : null, busy, refreshed };
}
