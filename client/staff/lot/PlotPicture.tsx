import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Skeleton } from '../../design/Loading.tsx';
import { CheckEvidenceDocument, type EvidenceFragment } from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { plotPlaces } from '../farms/plotPlaces.ts';
import { useAnswer } from './useAnswer.ts';
import { EvidencePicture } from './EvidencePicture.tsx';
import { Answered } from './Part.tsx';
import { parseWindow } from './parseWindow.ts';

export interface PlotPictureProps {
  lotId: string;
  /** UUID of one of the lot's checks; null: the newest */
  checkId: string | null;
  evidence: EvidenceFragment;
  /** large, with a slider between the cut-off and the check */
  compares?: boolean;
}

/**
 * Evidence of a check as a picture. For several plots it shows one at a time, starting with the one that decided the
 * status.
 */
export function PlotPicture({ lotId, checkId, evidence, compares = false }: PlotPictureProps) {
  const { say } = useLotWords();
  const [chosen, setChosen] = useState<number | null>(null);
  const { plots, plotShown } = evidence;
  const plot = chosen ?? plotShown ?? 1;
  return (
    <Box minW="0">
      {plots !== null && plots.length > 1 && (
        <Box maxW="22rem" mb="4">
          <SelectField
            label={say('sat.plotShown')}
            value={String(plot)}
            onChange={(value) => setChosen(Number(value))}
            options={plots.map(({ name }, at) => ({
              value: String(at + 1),
              label: name ?? say('sat.plotNumber', { number: at + 1 }),
            }))}
          />
        </Box>
      )}
      {plot === (plotShown ?? 1) ? (
        <Picture lotId={lotId} evidence={evidence} compares={compares} />
      ) : (
        <OtherPlot key={plot} lotId={lotId} checkId={checkId} plot={plot} compares={compares} />
      )}
    </Box>
  );
}

interface OtherPlotProps {
  lotId: string;
  checkId: string | null;
  plot: number;
  compares: boolean;
}

function OtherPlot({ lotId, checkId, plot, compares }: OtherPlotProps) {
  const { say } = useLotWords();
  const answer = useAnswer(CheckEvidenceDocument, { id: lotId, checkId, plot }, say('failure.request.text'));
  return (
    <Answered of={answer} loading={say('sat.picture')} skeleton={<Skeleton maxW="22rem" aspectRatio="1" />}>
      {({ lotEvidence }) =>
        lotEvidence === null ? (
          <Banner tone="sky">{say('sat.noCheck')}</Banner>
        ) : (
          <Picture lotId={lotId} evidence={lotEvidence} compares={compares} />
        )
      }
    </Answered>
  );
}

function Picture({ lotId, evidence, compares }: { lotId: string; evidence: EvidenceFragment; compares: boolean }) {
  const { say } = useLotWords();
  const { pixels, gap, latitude, longitude, plots } = evidence;
  const window = parseWindow(evidence.window);
  if (gap !== null) return <Banner tone={gap === 'differs' ? 'alarm' : 'sky'}>{say(`sat.gap.${gap}`)}</Banner>;
  if (pixels === null || window === null) return null;
  // A check of plots did not use their centroid, so do not mark it.
  const place = latitude === null || longitude === null || plots !== null ? null : { latitude, longitude };
  return (
    <EvidencePicture
      lotId={lotId}
      pixels={pixels}
      window={window}
      place={place}
      outlines={(plots ?? []).map(plotPlaces)}
      compares={compares}
    />
  );
}
