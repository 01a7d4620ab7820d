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
import { useAnswer } from '../../lot/useAnswer.ts';
import { useDownload } from '../../lot/useDownload.ts';
import { PlotPicture, type PlotPictureProps } from '../../lot/PlotPicture.tsx';
import { Answered } from '../../lot/Part.tsx';

/** An alert's place is a square of 4 ha; the map also shows its surroundings. */
const WITHIN_KM = 1;

/** Map of the alert's place. */
export function AlertLocation({ alert: { latitude, longitude, lotId } }: { alert: AlertItemFragment }) {
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
  /** returns to the newest check */
  onNewest: () => void;
}

/** Evidence of a check of the lot: its plots with the loss pixels, and all pixels with a legend. */
export function AlertEvidence({ alert: { lotId }, check, onNewest }: AlertEvidenceProps) {
  const { say, formatDateTime } = useAlertWords();
  const variables = { id: lotId, checkId: check?.id ?? null };
  const answer = useAnswer(CheckEvidenceDocument, variables, say('failure.request.text'));
  // Tampered or erased evidence has no files.
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

/** The evidence as a file, for comparison with the published tiles, and as a picture. */
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
  const words = useAlertWords();
  return (
    <Box display="grid" gap="5" gridTemplateColumns="minmax(0, 1fr)">
      {evidence.lossPixels !== null && (
        <Box fontSize="lg" fontWeight="600">
          {lossInWords(words, evidence.lossPixels)}
        </Box>
      )}
      <PlotPicture lotId={lotId} checkId={checkId} evidence={evidence} compares />
      {/* One plot is the picture above; of several the map shows which ones lost trees. */}
      {(evidence.plots?.length ?? 0) > 1 && <LossMap lotId={lotId} evidence={evidence} />}
    </Box>
  );
}

/** The checked land, with each pixel of tree loss after the cut-off. */
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
    />
  );
}

/** The lot's plots, else the square around its place. */
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
    // Format the year as text: no thousands separator.
    return say('alertPage.lossIn', { year: String(year), count });
  });
  return say('alertPage.lossByYear', { years: formatList(counts) });
}
