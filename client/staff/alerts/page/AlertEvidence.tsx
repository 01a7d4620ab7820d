import { Box } from '@chakra-ui/react';
import { POINT_AREA_HA } from '../../../../server/domain/forest.ts';
import { Banner } from '../../../design/Banner.tsx';
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
import { plotPlaces, plotShape } from '../../farms/plotPlaces.ts';
import { lengthText } from '../../farms/plotWords.ts';
import { useAnswer } from '../../lot/answer.ts';
import { EvidencePicture } from '../../lot/EvidencePicture.tsx';
import { Answered } from '../../lot/Part.tsx';
import { windowOf } from '../../lot/windowOf.ts';

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
  return (
    <Panel
      title={
        check === null
          ? say('alertPage.evidence')
          : say('alertPage.evidenceOf', { when: formatDateTime(check.checkedAt) })
      }
      actions={
        check !== null && (
          <Button variant="secondary" size="sm" onClick={onNewest}>
            {say('alertPage.newest')}
          </Button>
        )
      }
    >
      <Answered of={answer} loading={say('sat.picture')} skeleton={<Skeleton h="18rem" />}>
        {({ lotEvidence }) =>
          lotEvidence === null ? (
            <Box color="fg.muted">{say('alertPage.noEvidence')}</Box>
          ) : (
            <Evidence lotId={lotId} evidence={lotEvidence} />
          )
        }
      </Answered>
    </Panel>
  );
}

function Evidence({ lotId, evidence }: { lotId: string; evidence: EvidenceFragment }) {
  const { say } = useAlertWords();
  const { pixels, gap, latitude, longitude } = evidence;
  const window = windowOf(evidence.window);
  // Of plots their middle was not checked, they were.
  const place = latitude === null || longitude === null || evidence.plots !== null ? null : { latitude, longitude };
  return (
    <Box display="grid" gap="5" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      <LossMap lotId={lotId} evidence={evidence} />
      {pixels !== null && window !== null && (
        <EvidencePicture
          lotId={lotId}
          pixels={pixels}
          window={window}
          place={place}
          outlines={(evidence.plots ?? []).map(plotPlaces)}
        />
      )}
      {gap !== null && <Banner tone={gap === 'differs' ? 'alarm' : 'sky'}>{say(`alertPage.pixelGap.${gap}`)}</Banner>}
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
