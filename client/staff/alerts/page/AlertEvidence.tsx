import { Box } from '@chakra-ui/react';
import { PlaceMap } from '../../../design/map/PlaceMap.tsx';
import { Skeleton } from '../../../design/Loading.tsx';
import { Panel } from '../../../design/Page.tsx';
import { LotEvidenceDocument, type AlertItemFragment, type EvidenceFragment } from '../../../graphql/generated.ts';
import { useAlertWords } from '../../../words/alertWords.ts';
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

/** What the newest check of the lot read, pixel by pixel, with the years of loss. */
export function AlertEvidence({ alert: { lotId } }: { alert: AlertItemFragment }) {
  const { say } = useAlertWords();
  const answer = useAnswer(LotEvidenceDocument, { id: lotId }, say('failure.request.text'));
  return (
    <Panel title={say('alertPage.evidence')}>
      <Answered of={answer} loading={say('sat.picture')} skeleton={<Skeleton h="18rem" />}>
        {({ lotEvidence }) =>
          lotEvidence === null ? (
            <Box color="fg.muted">{say('alertPage.noEvidence')}</Box>
          ) : (
            <Picture lotId={lotId} evidence={lotEvidence} />
          )
        }
      </Answered>
    </Panel>
  );
}

function Picture({ lotId, evidence }: { lotId: string; evidence: EvidenceFragment }) {
  const { say } = useAlertWords();
  const { pixels, latitude, longitude } = evidence;
  const window = windowOf(evidence.window);
  if (pixels === null || window === null) return <Box color="fg.muted">{say('alertPage.evidenceGap')}</Box>;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  return <EvidencePicture lotId={lotId} pixels={pixels} window={window} place={place} />;
}
