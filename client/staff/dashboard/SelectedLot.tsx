import { useQuery } from '@apollo/client/react';
import { Banner } from '../../design/Banner.tsx';
import { StatusBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { MessageDialog } from '../../design/Dialog.tsx';
import { DASH } from '../../words/format.ts';
import { Delayed } from '../../design/Loading.tsx';
import { Facts } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { SelectedLotDocument } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { figureFacts } from '../../words/lotFigures.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useOpenLot } from '../StaffAddress.tsx';
import { varietyWord } from '../statusLabels.ts';

/** Details of the lot selected in the recent activity. */
export default function SelectedLot({ lotId, onClose }: { lotId: string | null; onClose: () => void }) {
  const { say } = useStaffWords();
  const { open } = useOpenLot();
  const shown = useLastShown(lotId);
  const openDetail = (id: string) => {
    onClose();
    open({ lotId: id, view: 'detail' });
  };
  return (
    <MessageDialog
      open={lotId !== null}
      onClose={onClose}
      title={say('selected.title', { lotId: shown ?? '' })}
      actions={
        shown !== null && (
          <Button variant="secondary" onClick={() => openDetail(shown)}>
            {say('selected.detail')}
          </Button>
        )
      }
    >
      {shown !== null && <LotFacts lotId={shown} />}
    </MessageDialog>
  );
}

function LotFacts({ lotId }: { lotId: string }) {
  const words = useStaffWords();
  const { say, formatCoordinates } = words;
  const { data, error } = useQuery(SelectedLotDocument, { variables: { lotId } });
  if (error !== undefined) return <Banner>{errorMessage(words, error, say('selected.failed'))}</Banner>;
  if (data === undefined) {
    return (
      <Delayed label={say('selected.loading')}>
        <DetailSkeleton rows={7} />
      </Delayed>
    );
  }
  const lot = data.lot;
  if (lot === null) return <p>{say('selected.gone')}</p>;
  return (
    <Facts
      items={[
        [say('selected.lotId'), lot.lotId],
        [say('selected.farmer'), lot.farmerName ?? DASH],
        [say('selected.variety'), varietyWord(words, lot.cacaoVariety)],
        [say('selected.status'), <StatusBadge key="status" status={lot.deforestationStatus} />],
        ...figureFacts(words, 'glance', lot),
        [say('selected.coordinates'), formatCoordinates(lot.latitude, lot.longitude)],
      ]}
    />
  );
}
