import { useQuery } from '@apollo/client/react';
import { Banner } from '../../design/Banner.tsx';
import { ComplianceBadge } from '../../design/Badge.tsx';
import { MessageDialog } from '../../design/Dialog.tsx';
import { DASH, formatCoordinates, formatKg, formatQuality } from '../../words/format.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Facts } from '../../design/Page.tsx';
import { SelectedLotDocument } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';

/** What a chosen entry of the recent activity shows of its lot. */
export function SelectedLot({ lotId, onClose }: { lotId: string | null; onClose: () => void }) {
  return (
    <MessageDialog open={lotId !== null} onClose={onClose} title={`Lot ${lotId ?? ''}`}>
      {lotId !== null && <LotFacts lotId={lotId} />}
    </MessageDialog>
  );
}

function LotFacts({ lotId }: { lotId: string }) {
  const { data, error } = useQuery(SelectedLotDocument, { variables: { lotId } });
  if (error !== undefined) return <Banner>{messageOf(error, 'Failed to fetch the lot')}</Banner>;
  if (data === undefined) {
    return (
      <Delayed label="Loading lot">
        <Skeleton h="10rem" />
      </Delayed>
    );
  }
  const lot = data.lot;
  if (lot === null) return <p>This lot is no longer there.</p>;
  return (
    <Facts
      items={[
        ['Lot ID', lot.lotId],
        ['Farmer', lot.farmerName ?? DASH],
        ['Variety', lot.cacaoVariety],
        ['Status', <ComplianceBadge key="status" status={lot.deforestationStatus} detailed />],
        ['Quality score', formatQuality(lot.qualityScore)],
        ['Weight', formatKg(lot.weight)],
        ['Coordinates', formatCoordinates(lot.latitude, lot.longitude)],
      ]}
    />
  );
}
