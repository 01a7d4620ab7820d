import { Box, Flex, Tabs } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../design/Button.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { Delayed } from '../../../design/Loading.tsx';
import { scrollCue } from '../../../design/scroll/scrollCue.ts';
import { DetailSkeleton } from '../../../design/Skeletons.tsx';
import { useLotWords } from '../../../words/lotWords.ts';
import { LEDGER_PARTS, type LedgerPart } from '../../address.ts';
import { useOpenLot } from '../../StaffAddress.tsx';
import { UnknownLot } from '../UnknownLot.tsx';
import { AuditTrailList } from './AuditTrailList.tsx';
import { ChainCards } from './ChainCards.tsx';
import { Listed } from './Listed.tsx';
import { Overview } from './Overview.tsx';
import { useLotLedger, type LotLedger } from './useLotLedger.ts';
import { useVerify } from './useVerify.ts';
import { VerificationPanel } from './VerificationPanel.tsx';

interface LotRecordProps {
  lotId: string;
  /** the selected tab; defaults to the first one */
  part?: LedgerPart | undefined;
  parts: LotLedger;
  onClose: () => void;
}

/** The ledger record of a lot (docs/spec/staff-screens.md, 'Blockchain view'). */
export default function BlockchainView({ lotId, part, onClose }: Omit<LotRecordProps, 'parts'>) {
  const parts = useLotLedger(lotId);
  return <LotRecord lotId={lotId} part={part} parts={parts} onClose={onClose} />;
}

/** The record for given data: loading, failed, unknown lot, or the four tabs. */
export function LotRecord({ lotId, part, parts, onClose }: LotRecordProps) {
  const { say } = useLotWords();
  const { ledger, chain, audit } = parts;
  const asked = [ledger, chain, audit];
  if (asked.every(({ data, error }) => data === undefined && error !== null)) {
    return <Failed parts={parts} onClose={onClose} />;
  }
  if (ledger.data === undefined && ledger.error === null) {
    return (
      <Delayed label={say('chainView.loading')}>
        <DetailSkeleton rows={10} />
      </Delayed>
    );
  }
  if (ledger.data?.lotBlockchain === null) {
    return <UnknownLot lotId={lotId} />;
  }
  return <Parts lotId={lotId} part={part} parts={parts} />;
}

function Failed({ parts, onClose }: { parts: LotLedger; onClose: () => void }) {
  const { say } = useLotWords();
  const asked = [parts.ledger, parts.chain, parts.audit];
  return (
    <Box role="alert">
      <EmptyState
        icon={TriangleAlert}
        title={say('chainView.failed')}
        action={
          <Flex gap="3" wrap="wrap" justify="center">
            <Button
              busy={asked.some(({ busy }) => busy)}
              busyLabel={say('again.trying')}
              onClick={() => asked.forEach(({ retry }) => retry())}
            >
              {say('again.try')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {say('lot.close')}
            </Button>
          </Flex>
        }
      >
        {parts.ledger.error}
      </EmptyState>
    </Box>
  );
}

const cue = scrollCue();

function Parts({ lotId, part = LEDGER_PARTS[0], parts: { ledger, chain, audit } }: Omit<LotRecordProps, 'onClose'>) {
  const { say } = useLotWords();
  const { open, showPart } = useOpenLot();
  const verify = useVerify(lotId, ledger.retry);
  const tabs = useRef<HTMLDivElement>(null);
  // Small phones cannot show all tabs, so scroll the selected one into view.
  useEffect(() => {
    tabs.current?.querySelector(`[data-value=${part}]`)?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [part]);
  const verifyNow = (): void => {
    showPart('verification');
    verify.run();
  };
  return (
    <Tabs.Root
      lazyMount
      value={part}
      onValueChange={({ value }) => showPart(LEDGER_PARTS.find((id) => id === value) ?? LEDGER_PARTS[0])}
    >
      <Box ref={tabs} className="scroll-frame" position="relative" mb="5">
        <Tabs.List ref={cue} aria-label={say('chainView.tabs')} overflowX="auto">
          {LEDGER_PARTS.map((id) => (
            <Tabs.Trigger key={id} value={id} whiteSpace="nowrap" flexShrink="0">
              {say(`chainView.${id}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </Box>
      <Tabs.Content value="overview">
        <Overview
          ledger={ledger}
          events={chain.data?.provenanceChain?.length ?? null}
          onVerify={verifyNow}
          onDetail={() => open({ lotId, view: 'detail' })}
        />
      </Tabs.Content>
      <Tabs.Content value="chain">
        <Listed
          of={chain}
          list={chain.data?.provenanceChain}
          empty={{ title: say('chainView.noChain'), hint: say('chainView.noChainHint') }}
        >
          {(entries) => <ChainCards entries={entries} />}
        </Listed>
      </Tabs.Content>
      <Tabs.Content value="audit">
        <Listed
          of={audit}
          list={audit.data?.auditTrail}
          empty={{ title: say('chainView.noAudit'), hint: say('chainView.noAuditHint') }}
        >
          {(entries) => <AuditTrailList entries={entries} />}
        </Listed>
      </Tabs.Content>
      <Tabs.Content value="verification">
        <VerificationPanel
          verification={ledger.data?.lotBlockchain?.verification ?? null}
          driver={ledger.data?.ledgerDriver ?? null}
          verify={verify}
        />
      </Tabs.Content>
    </Tabs.Root>
  );
}
