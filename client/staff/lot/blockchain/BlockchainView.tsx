import { Box, Flex, Tabs } from '@chakra-ui/react';
import { Link2Off, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { Delayed } from '../../../design/Loading.tsx';
import { scrollCue } from '../../../design/scroll/scrollCue.ts';
import { DetailSkeleton, ListRowSkeleton } from '../../../design/Skeletons.tsx';
import {
  LotAuditDocument,
  LotChainDocument,
  LotLedgerDocument,
  type LotAuditQuery,
  type LotChainQuery,
  type LotLedgerQuery,
} from '../../../graphql/generated.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { LEDGER_PARTS, type LedgerPart } from '../../address.ts';
import { useOpenLot } from '../../StaffAddress.tsx';
import { useAnswer, type QueryState } from '../useAnswer.ts';
import { Answered } from '../Part.tsx';
import { UnknownLot } from '../UnknownLot.tsx';
import { AuditTrailList } from './AuditTrailList.tsx';
import { ChainCards } from './ChainCards.tsx';
import { Overview } from './Overview.tsx';
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
      <PartTabs tabs={tabs} />
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

function PartTabs({ tabs }: { tabs: RefObject<HTMLDivElement | null> }) {
  const { say } = useLotWords();
  return (
    <Box ref={tabs} className="scroll-frame" position="relative" mb="5">
      <Tabs.List ref={cue} aria-label={say('chainView.tabs')} overflowX="auto">
        {LEDGER_PARTS.map((id) => (
          <Tabs.Trigger key={id} value={id} whiteSpace="nowrap" flexShrink="0">
            {say(`chainView.${id}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </Box>
  );
}

/** The ledger record of a lot, loaded in three parallel queries (docs/spec/staff-screens.md, 'Blockchain view'). */
export interface LotLedger {
  ledger: QueryState<LotLedgerQuery>;
  chain: QueryState<LotChainQuery>;
  audit: QueryState<LotAuditQuery>;
}

/** @param lotId the lot id, not the UUID: live updates match these queries by it */
function useLotLedger(lotId: string): LotLedger {
  const { say } = useLotWords();
  const failed = say('chainView.failedDefault');
  const variables = { id: lotId };
  return {
    ledger: useAnswer(LotLedgerDocument, variables, failed),
    chain: useAnswer(LotChainDocument, variables, failed),
    audit: useAnswer(LotAuditDocument, variables, failed),
  };
}

interface ListedProps<Entry> {
  of: QueryState<unknown>;
  /** the value received as a list; this component validates it */
  list: readonly Entry[] | null | undefined;
  empty: { title: string; hint: string };
  children: (entries: readonly Entry[]) => ReactNode;
}

/**
 * Renders a list of the record, or its state: loading, failed, empty, or invalid (docs/spec/staff-screens.md,
 * 'Blockchain view').
 */
export function Listed<Entry>({ of, list, empty, children }: ListedProps<Entry>) {
  const { say } = useLotWords();
  return (
    <Answered
      of={of}
      loading={say('chainView.loading')}
      skeleton={
        <>
          <ListRowSkeleton />
          <ListRowSkeleton />
          <ListRowSkeleton />
        </>
      }
    >
      {() => {
        if (!Array.isArray(list)) return <Banner>{say('chainView.format')}</Banner>;
        if (list.length === 0) {
          return (
            <EmptyState icon={Link2Off} title={empty.title}>
              {empty.hint}
            </EmptyState>
          );
        }
        return children(list);
      }}
    </Answered>
  );
}
