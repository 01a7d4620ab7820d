import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleCheck, Clock, QrCode as QrIcon, Split, TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Badge, StageBadge, StatusBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed } from '../../design/Loading.tsx';
import { CardSkeleton, DetailSkeleton } from '../../design/Skeletons.tsx';
import { LotDialogDocument, LotQrCodeDocument, type LotDetailFragment } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useLotWords } from '../../words/lotWords.ts';
import type { OpenLot } from '../address.ts';
import { ledgerLabel, offeredActions } from '../lots/list/lotFacts.ts';
import { useLotFiles } from '../lots/list/useLotFiles.ts';
import { QrCode } from '../lots/qr/QrCode.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { useAnswer } from './useAnswer.ts';
import { Compliance } from './Compliance.tsx';
import { CorrectStage } from './CorrectStage.tsx';
import { FarmInfo } from './FarmInfo.tsx';
import { LotActions } from './LotActions.tsx';
import { LotHeadline } from './LotHeadline.tsx';
import { LotHistoryPanel } from './LotHistoryPanel.tsx';
import { LotPlotsPanel } from './LotPlotsPanel.tsx';
import { lotSentence } from './lotSentence.ts';
import { Part } from './Part.tsx';
import { ProcessInfo } from './ProcessInfo.tsx';
import { SatelliteMonitoring } from './SatelliteMonitoring.tsx';
import { UnknownLot } from './UnknownLot.tsx';
import { useLotDetail, type LotDetailParts } from './useLotDetail.ts';

const SubjectDocuments = lazyPart(() => import('../due-diligence/SubjectDocuments.tsx'));
const OriginsPart = lazyPart(() => import('./origins/OriginsPart.tsx'));
const DerivedInfo = lazyPart(async () => {
  const { DerivedInfo: component } = await import('./DerivedInfo.tsx');
  return { default: component };
});
const BlockchainView = lazyPart(() => import('./blockchain/BlockchainView.tsx'));

export interface LotDialogProps {
  open: boolean;
  lot: OpenLot;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/**
 * Dialog of one lot: the detail or the ledger record (docs/spec/staff-screens.md, 'Lot detail' and 'Blockchain view').
 */
export default function LotDialog({ open, lot, onClose, returnFocusTo }: LotDialogProps) {
  const { lotId, view, part } = lot;
  const { say } = useLotWords();
  // The contents load the lot and unmount with it, so they render its actions into the dialog's footer through a
  // portal.
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const title = useRef<HTMLSpanElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    // The control that switched the view is gone, so move focus to the title.
    if (shown.current !== view) title.current?.focus();
    shown.current = view;
  }, [view]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      size="cover"
      title={
        <chakra.span ref={title} tabIndex={-1} fontVariantNumeric="tabular-nums" _focusVisible={{ outline: 'none' }}>
          {view === 'blockchain' ? say('chainView.title', { lotId }) : lotId}
        </chakra.span>
      }
      footer={
        view === 'detail' ? (
          <>
            <Box ref={setSlot} display="contents" />
            {/* On phones the header's Close button is enough, and space is short. */}
            <Box hideBelow="md">
              <Button variant="secondary" px="3" onClick={onClose}>
                {say('lot.close')}
              </Button>
            </Box>
          </>
        ) : undefined
      }
    >
      {view === 'blockchain' ? (
        <Suspense fallback={<LotSkeleton label={say('chainView.loading')} />}>
          <BlockchainView lotId={lotId} part={part} onClose={onClose} />
        </Suspense>
      ) : (
        <DetailView lotId={lotId} actionsSlot={slot} />
      )}
    </Dialog>
  );
}

function DetailView({ lotId, actionsSlot }: { lotId: string; actionsSlot: HTMLElement | null }) {
  const { say } = useLotWords();
  const answer = useAnswer(LotDialogDocument, { id: lotId }, say('lot.failed'));
  const parts = useLotDetail(lotId);
  const [isAdvancing, setAdvancing] = useState(false);
  const lot = answer.data?.lot;
  if (lot === undefined && answer.error !== null) {
    return (
      <Box role="alert">
        <EmptyState
          icon={TriangleAlert}
          title={say('lot.failed')}
          action={
            <Button busy={answer.busy} busyLabel={say('again.trying')} onClick={answer.retry}>
              {say('again.try')}
            </Button>
          }
        >
          {answer.error}
        </EmptyState>
      </Box>
    );
  }
  if (lot === undefined) return <LotSkeleton label={say('lot.loading', { lotId })} />;
  if (lot === null) return <UnknownLot lotId={lotId} />;
  const openAlerts =
    parts.compliance.data === undefined ? undefined : (parts.compliance.data.lotCompliance?.openAlerts ?? []);
  const sentence = lotSentence({
    stage: lot.currentProcess,
    status: lot.deforestationStatus,
    checkedAt: lot.satelliteTimestamp,
    openAlerts,
    mayAdvance: offeredActions(lot).advance,
  });
  return (
    <>
      <LotDetail
        lot={lot}
        parts={parts}
        headline={<LotHeadline sentence={sentence} openAlerts={openAlerts} onAdvance={() => setAdvancing(true)} />}
      />
      {actionsSlot !== null &&
        createPortal(
          <LotActions lot={lot} parts={parts} sentence={sentence} isUpdating={isAdvancing} onUpdating={setAdvancing} />,
          actionsSlot,
        )}
    </>
  );
}

function LotSkeleton({ label }: { label: string }) {
  return (
    <Delayed label={label}>
      <Box display="grid" gap="4" gridTemplateColumns={{ md: '1fr 1fr' }}>
        <DetailSkeleton rows={8} />
        <DetailSkeleton rows={6} />
        <CardSkeleton />
        <CardSkeleton />
      </Box>
    </Delayed>
  );
}

interface LotDetailProps {
  lot: LotDetailFragment;
  parts: LotDetailParts;
  headline: ReactNode;
}

/** A lot's detail: what it needs now, then its sections (docs/spec/staff-screens.md, 'Lot detail'). */
function LotDetail({ lot, parts, headline }: LotDetailProps) {
  const { say } = useLotWords();
  const seesGraph = useMay('view_all_lots');
  const managesDocuments = useMay('manage_due_diligence');
  const readsDocuments = seesGraph || managesDocuments;
  const label = ledgerLabel(lot.blockchainHash);
  const recorded = label === 'lotRecord.recorded';
  return (
    <Flex direction="column" gap="4">
      {headline}
      <Flex gap="1.5" wrap="wrap">
        <StageBadge stage={lot.currentProcess} />
        {lot.kind === 'derived' && (
          <Badge tone="sky" icon={Split}>
            {say('card.derived')}
          </Badge>
        )}
        <StatusBadge status={lot.deforestationStatus} />
        <Badge tone={recorded ? 'leaf' : 'pod'} icon={recorded ? CircleCheck : Clock}>
          {say(label)}
        </Badge>
      </Flex>
      <ProcessInfo lot={lot} history={parts.history.data?.lotHistory ?? []} correction={<CorrectStage lot={lot} />} />
      <Box display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        {lot.kind === 'derived' ? (
          <Suspense fallback={<CardSkeleton />}>
            <DerivedInfo lot={lot} />
          </Suspense>
        ) : (
          <FarmInfo lot={lot} />
        )}
        <ConsumerTransparency lot={lot} />
      </Box>
      <LotPlotsPanel lot={lot} plots={parts.plots} />
      {/* The graph of lots is answered to those who see all lots. */}
      {seesGraph && (
        <Suspense fallback={<CardSkeleton />}>
          <OriginsPart lot={lot} />
        </Suspense>
      )}
      <SatelliteMonitoring lot={lot} evidence={parts.evidence} compliance={parts.compliance} />
      <Compliance lot={lot} compliance={parts.compliance} />
      {readsDocuments && (
        <Suspense fallback={<CardSkeleton />}>
          <SubjectDocuments subjectKind="lot" subject={lot.lotId} />
        </Suspense>
      )}
      <LotHistoryPanel lotId={lot.lotId} history={parts.history} plots={parts.plots.data?.lotPlots ?? []} />
    </Flex>
  );
}

/** What consumers see of the lot, and the QR code to their page. */
function ConsumerTransparency({ lot }: { lot: LotDetailFragment }) {
  const words = useLotWords();
  const { say } = words;
  const { job, qrSheet } = useLotFiles();
  const [shown, setShown] = useState(true);
  const { data, error, loading, refetch } = useQuery(LotQrCodeDocument, {
    variables: { id: lot.lotId },
    skip: !shown,
    notifyOnNetworkStatusChange: true,
  });
  return (
    <Part
      title={say('consumer.title')}
      actions={
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={shown}
          busy={shown && loading && data === undefined}
          busyLabel={say('consumer.generating')}
          onClick={() => setShown(!shown)}
        >
          <QrIcon aria-hidden />
          {say(shown ? 'consumer.hide' : 'consumer.generate')}
        </Button>
      }
    >
      <Box fontSize="sm">{say('consumer.lead')}</Box>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say(lot.isAnonymized ? 'consumer.anonymized' : 'consumer.named')}
      </Box>
      {shown && (
        <QrCode
          lotId={lot.lotId}
          code={data?.lotQrCode}
          error={error === undefined ? null : errorMessage(words, error, say('qr.failed'))}
          busy={loading}
          retry={() => void refetch().catch(() => undefined)}
          onPrint={() => qrSheet([lot])}
          printing={job !== null}
        />
      )}
    </Part>
  );
}
