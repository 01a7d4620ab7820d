import { useQuery } from '@apollo/client/react';
import { chakra, Flex } from '@chakra-ui/react';
import { isLocalAddress } from '../../../../server/domain/public/localAddress.ts';
import { Banner } from '../../../design/Banner.tsx';
import { ComplianceBadge } from '../../../design/ComplianceBadge.tsx';
import { ConfirmDialog } from '../../../design/Dialog.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { useLastShown } from '../../../design/useLastShown.ts';
import { isCompliant, DEFORESTATION_STATUSES } from '../../../../server/domain/forest/deforestation.ts';
import { LotQrCodeDocument, SelectedLotsDocument } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { LotFiles } from './useLotFiles.ts';
import type { SelectedLot } from './useLotSelection.ts';

/** An action on selected lots that names them before it runs. */
export interface ReviewedAction {
  kind: 'export' | 'qr';
  lots: readonly SelectedLot[];
  unlisted: readonly SelectedLot[];
}

export interface SelectionReviewProps {
  action: ReviewedAction | null;
  files: Pick<LotFiles, 'exportSelected' | 'qrSheet'>;
  onClose: () => void;
}

/** Names the lots of an export or a QR sheet, and warns of labels that should not be on a package. */
export function SelectionReview({ action, files, onClose }: SelectionReviewProps) {
  const { say } = useLotListWords();
  const shown = useLastShown(action);
  if (shown === null) return null;
  const { kind, lots } = shown;
  const count = lots.length;
  return (
    <ConfirmDialog
      open={action !== null}
      onClose={onClose}
      title={say(kind === 'qr' ? 'review.qrTitle' : 'review.exportTitle', { count })}
      action={say(kind === 'qr' ? 'review.makeQr' : 'selection.export')}
      onConfirm={() => (kind === 'qr' ? files.qrSheet(lots) : files.exportSelected(lots))}
      message={
        <Flex direction="column" gap="3">
          {kind === 'qr' && <LabelWarnings lots={lots} />}
          <SelectedNames {...shown} />
        </Flex>
      }
    />
  );
}

/** Warnings about lots that are not compliant now, and about codes that open a local address. */
function LabelWarnings({ lots }: { lots: readonly SelectedLot[] }) {
  const { say, formatList } = useLotListWords();
  const [first] = lots;
  const { data: code } = useQuery(LotQrCodeDocument, { variables: { id: first?.id ?? '' }, skip: first === undefined });
  const { data: now } = useQuery(SelectedLotsDocument, {
    variables: { ids: lots.map(({ id }) => id), filter: {} },
    fetchPolicy: 'network-only',
  });
  const statuses = new Map(now?.selectedLots.map(({ id, deforestationStatus }) => [id, deforestationStatus]));
  const condemned = lots.filter(({ id, deforestationStatus }) => isCondemned(statuses.get(id) ?? deforestationStatus));
  const url = code?.lotQrCode?.url;
  return (
    <>
      {condemned.length > 0 && (
        <Banner tone="alarm">
          {say('review.notCompliant', {
            count: condemned.length,
            names: formatList(condemned.map(({ lotId }) => lotId)),
          })}
        </Banner>
      )}
      {url !== undefined && isLocalAddress(url) && (
        <Banner tone="pod">{say('review.local', { origin: new URL(url).origin })}</Banner>
      )}
    </>
  );
}

function isCondemned(text: string): boolean {
  const status = DEFORESTATION_STATUSES.find((one) => one === text);
  return status === undefined || !isCompliant(status);
}

function SelectedNames({ lots, unlisted }: ReviewedAction) {
  const { say } = useLotListWords();
  const hidden = new Set(unlisted.map(({ id }) => id));
  return (
    <Scroller label={say('review.lots')} maxH="12rem">
      <chakra.ul aria-label={say('review.lots')} fontSize="sm" fontVariantNumeric="tabular-nums" listStyleType="none">
        {lots.map(({ id, lotId, deforestationStatus }) => (
          <chakra.li key={id} display="flex" gap="2" minH="6">
            {lotId}
            {isCondemned(deforestationStatus) && <ComplianceBadge status={deforestationStatus} />}
            {hidden.has(id) && <chakra.span color="pod">{say('review.unlisted')}</chakra.span>}
          </chakra.li>
        ))}
      </chakra.ul>
    </Scroller>
  );
}
