import { Box } from '@chakra-ui/react';
import { Image, Satellite } from 'lucide-react';
import { POINT_AREA_HA } from '../../../../server/domain/forest/forest.ts';
import { ActionMenu } from '../../../design/ActionMenu.tsx';
import { Button } from '../../../design/Button.tsx';
import { PlaceMap } from '../../../design/map/PlaceMap.tsx';
import { Skeleton } from '../../../design/Loading.tsx';
import { Panel } from '../../../design/Page.tsx';
import { type MapShape, PlotMap } from '../../../design/plotMap/PlotMap.tsx';
import {
  CheckEvidenceDocument,
  type AlertItemFragment,
  type EvidenceFragment,
  type LotCheckRowFragment,
} from '../../../graphql/generated.ts';
import { type AlertWords, useAlertWords } from '../../../words/alertWords.ts';
import { plotShape } from '../../farms/plotPlaces.ts';
import { lengthText } from '../../farms/plotWords.ts';
import { useAnswer } from '../../lot/answer.ts';
import { useDownload } from '../../lot/useDownload.ts';
import { PlotPicture, type PlotPictureProps } from '../../lot/PlotPicture.tsx';
import { Answered } from '../../lot/Part.tsx';

/** An alert's place is a square of 4 ha; the map shows what lies around it. */
const WITHIN_KM = 1;

/** Where the alert is. */
export function AlertPlace({ alert: { latitude, longitude, lotId } }: { alert: AlertItemFragment }) {
  const { say, formatCoordinates } = useAlertWords();
  if (latitude === null || longitude === null) return null;
  return (
    <Panel title={say('alertPage.place')}>
      <PlaceMap
        place={{ latitude, longitude }}
        withinKm={WITHIN_KM}
        title={say('alertPage.placeOf', { lotId })}
        loading={say('alertPage.loadingMap')}
        caption={formatCoordinates(latitude, longitude)}
      />
    </Panel>
  );
}

interface AlertEvidenceProps {
  alert: AlertItemFragment;
  /** one of the lot's checks; null: the newest */
  check: LotCheckRowFragment | null;
  /** back to the newest */
  onNewest: () => void;
}

/** What a check of the lot read: its plots with the pixels in which trees were lost, and all pixels with their key. */
export function AlertEvidence({ alert: { lotId }, check, onNewest }: AlertEvidenceProps) {
  const { say, formatDateTime } = useAlertWords();
  const variables = { id: lotId, checkId: check?.id ?? null };
  const answer = useAnswer(CheckEvidenceDocument, variables, say('failure.request.text'));
  // Of what differs, or was erased, there is none.
  const hasFiles = typeof answer.data?.lotEvidence?.evidenceHash === 'string';
  return (
    <Panel
      title={
        check === null
          ? say('alertPage.evidence')
          : say('alertPage.evidenceOf', { when: formatDateTime(check.checkedAt) })
      }
      actions={
        <>
          {check !== null && (
            <Button variant="secondary" size="sm" onClick={onNewest}>
              {say('alertPage.newest')}
            </Button>
          )}
          {hasFiles && <EvidenceFiles lotId={lotId} check={check} />}
        </>
      }
    >
      <Answered of={answer} loading={say('sat.picture')} skeleton={<Skeleton h="18rem" />}>
        {({ lotEvidence }) =>
          lotEvidence === null ? (
            <Box color="fg.muted">{say('alertPage.noEvidence')}</Box>
          ) : (
            <Evidence key={check?.id ?? ''} lotId={lotId} checkId={check?.id ?? null} evidence={lotEvidence} />
          )
        }
      </Answered>
    </Panel>
  );
}

/** What was read, to be held to the tiles by anyone, and as a picture. */
function EvidenceFiles({ lotId, check }: { lotId: string; check: LotCheckRowFragment | null }) {
  const { say } = useAlertWords();
  const { busy, download } = useDownload();
  const path = `/lots/${encodeURIComponent(lotId)}/evidence`;
  const query = check === null ? '' : `?check=${check.id}`;
  const name = check === null ? `${lotId}-evidence` : `${lotId}-evidence-${check.checkedAt.slice(0, 10)}`;
  return (
    <ActionMenu
      label={say('alertPage.files')}
      actions={[
        {
          id: 'evidence',
          label: say('lot.evidence'),
          icon: Satellite,
          disabled: busy,
          onSelect: () => download(`${path}${query}`, `${name}.json`),
        },
        {
          id: 'picture',
          label: say('lot.evidencePicture'),
          icon: Image,
          disabled: busy,
          onSelect: () => download(`${path}/picture${query}`, `${name}.png`),
        },
      ]}
    />
  );
}

function Evidence({ lotId, checkId, evidence }: PlotPictureProps) {
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      <LossMap lotId={lotId} evidence={evidence} />
      <PlotPicture lotId={lotId} checkId={checkId} evidence={evidence} />
    </Box>
  );
}

/** The land that was read, with each pixel in which trees were lost after the cut-off. */
function LossMap({ lotId, evidence }: { lotId: string; evidence: EvidenceFragment }) {
  const words = useAlertWords();
  const { say } = words;
  const { lossPixels, pixelDegrees } = evidence;
  const shapes = shapesOf(evidence);
  if (shapes.length === 0 || lossPixels === null) return null;
  const side = pixelDegrees ?? 0;
  return (
    <PlotMap
      shapes={shapes}
      lost={lossPixels.map((pixel) => ({ ...pixel, side }))}
      title={say('alertPage.mapOf', { lotId, plots: evidence.plots?.length ?? 0, loss: lossPixels.length })}
      length={(metres) => lengthText(words, metres)}
      loading={say('alertPage.loadingMap')}
      caption={lossInWords(words, lossPixels)}
    />
  );
}

/** Its plots, else the square around its place. */
function shapesOf({ plots, latitude, longitude }: EvidenceFragment): MapShape[] {
  if (plots !== null) {
    return plots
      .filter(({ geoJson }) => geoJson !== null)
      .map(({ plotId, name, geoJson, areaHa }) =>
        plotShape({ geoJson, areaHa: areaHa ?? 0 }, { id: plotId, name: name ?? undefined, tone: 'leaf' }),
      );
  }
  if (latitude === null || longitude === null) return [];
  return [{ id: 'place', tone: 'leaf', corners: [{ latitude, longitude }], areaHa: POINT_AREA_HA }];
}

function lossInWords({ say, formatList }: AlertWords, lossPixels: readonly { year: number }[]): string {
  const years = [...new Set(lossPixels.map(({ year }) => year))].sort((a, b) => a - b);
  if (years.length === 0) return say('alertPage.noLoss');
  const counts = years.map((year) => {
    const count = lossPixels.filter((pixel) => pixel.year === year).length;
    // A year is a name here, not a figure to be grouped.
    return say('alertPage.lossIn', { year: String(year), count });
  });
  return say('alertPage.lossByYear', { years: formatList(counts) });
}
