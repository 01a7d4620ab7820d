import { Box } from '@chakra-ui/react';
import {
  Blocks,
  FileDown,
  FileText,
  Image,
  Pencil,
  Receipt,
  Satellite,
  Scale,
  ScrollText,
  Split,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { ActionMenu, type MenuAction } from '../../design/ActionMenu.tsx';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { saveFile } from '../../saveFile.ts';
import type {
  LotComplianceOfQuery,
  LotDetailFragment,
  LotEvidenceQuery,
  LotHistoryOfQuery,
} from '../../graphql/generated.ts';
import { type LotId, type LotWords, useLotWords } from '../../words/lotWords.ts';
import { alertPath } from '../alerts/page/alertAddress.ts';
import { CombineDialog } from '../lots/combine/CombineDialog.tsx';
import { isCombinable } from '../lots/combine/combinable.ts';
import { offeredActions } from '../lots/list/lotFacts.ts';
import { ProcessUpdatedDialog } from '../lots/process-update/ProcessUpdatedDialog.tsx';
import type { MovedLot } from '../lots/process-update/useUpdateProcess.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';
import { useOpenLot } from '../StaffAddress.tsx';
import { leadingAction, type LotSentence } from './lotSentence.ts';
import { useDownload } from './useDownload.ts';
import type { LotDetailParts } from './useLotDetail.ts';

const ReceiptDialog = lazyPart(() => import('../receive/ReceiptDialog.tsx'));
const EditLotDialog = lazyPart(() => import('../lots/edit/EditLotDialog.tsx'));
const WeighDialog = lazyPart(() => import('../lots/weigh/WeighDialog.tsx'));
const ProcessUpdateWizard = lazyPart(async () => {
  const { ProcessUpdateWizard: component } = await import('../lots/process-update/ProcessUpdateWizard.tsx');
  return { default: component };
});

const PART_NAMES: Record<ReportPart, LotId> = {
  satellite: 'sat.title',
  compliance: 'comply.title',
  history: 'lotHistory.title',
};

interface LotAction extends MenuAction {
  icon: LucideIcon;
}

interface LotActionsProps {
  lot: LotDetailFragment;
  parts: LotDetailParts;
  /** what the lot needs now; null while unknown */
  sentence: LotSentence | null;
  /** the stage wizard is open; the lot's first line opens it too */
  isUpdating: boolean;
  onUpdating: (isUpdating: boolean) => void;
}

/** Actions of a lot's detail: a row of buttons; on phones the leading one and a menu of the others. */
export function LotActions({ lot, parts, sentence, isUpdating, onUpdating }: LotActionsProps) {
  const words = useLotWords();
  const { say } = words;
  const user = useUser();
  const { open } = useOpenLot();
  const menu = useRef<HTMLDivElement>(null);
  const [receipt, setReceipt] = useState(false);
  const documents = usePapers(lot.lotId);
  const receiptAction: MenuAction = {
    id: 'receipt',
    label: say('lot.receipt'),
    icon: Receipt,
    onSelect: () => setReceipt(true),
  };
  const papers = lot.delivery === null ? documents : [receiptAction, ...documents];
  const [updated, setUpdated] = useState<MovedLot | null>(null);
  const [editing, setEditing] = useState(false);
  const scope = useId();
  const offered = offeredActions(lot);
  const leading = leadingAction(sentence, offered.advance);
  const isPhone = !useMediaQuery('(min-width: 768px)');
  const combines = useMay('combine_lots') && isCombinable(lot);
  const [combining, setCombining] = useState(false);
  const [weighing, setWeighing] = useState(false);

  const update: LotAction = {
    id: 'update',
    label: say('lot.update'),
    icon: Workflow,
    onSelect: () => onUpdating(true),
  };
  const edits: LotAction[] = [
    { id: 'edit', label: say('lot.edit'), icon: Pencil, onSelect: () => setEditing(true) },
    { id: 'weigh', label: say('lot.weigh'), icon: Scale, onSelect: () => setWeighing(true) },
  ];
  const combine: LotAction = {
    id: 'combine',
    label: say('lot.combine'),
    icon: Split,
    onSelect: () => setCombining(true),
  };
  const updateLeads = leading?.kind === 'update';
  const others: LotAction[] = [
    { id: 'export', label: say('lot.export'), icon: FileDown, onSelect: () => exportReport(words, lot, parts) },
    {
      id: 'blockchain',
      label: say('lot.viewBlockchain'),
      icon: Blocks,
      onSelect: () => open({ lotId: lot.lotId, view: 'blockchain' }),
    },
    ...(offered.edit ? edits : []),
    ...(combines ? [combine] : []),
    ...(offered.advance && !updateLeads ? [update] : []),
  ];
  /** The button of an action, or else the menu that has it. */
  const opener = (id: string) => (): HTMLElement | null =>
    document.getElementById(scope + id) ?? menu.current?.querySelector('button') ?? null;

  return (
    <>
      <Box ref={menu} display="contents">
        {isPhone ? (
          <ActionMenu labelled label={say('lot.more')} actions={[...others.toReversed(), ...papers]} />
        ) : (
          <ActionMenu label={say('lot.papers')} actions={papers} />
        )}
      </Box>
      {!isPhone &&
        others.map(({ id, label, icon: Icon, onSelect }) => (
          <Button key={id} id={scope + id} variant="secondary" px="3" onClick={onSelect}>
            <Icon aria-hidden />
            {label}
          </Button>
        ))}
      {updateLeads && (
        <Button id={scope + update.id} flex={{ base: '1', md: 'none' }} onClick={update.onSelect}>
          <Workflow aria-hidden />
          {update.label}
        </Button>
      )}
      {isPhone && leading?.kind === 'alert' && (
        <Box display="grid" flex="1">
          <LinkButton to={alertPath(leading.alertId)}>{say('lotSentence.openAlert')}</LinkButton>
        </Box>
      )}
      <Box display="contents">
        <Suspense fallback={null}>
          <ProcessUpdateWizard
            open={isUpdating}
            lot={lot}
            stage=""
            operatorName={user.name}
            onClose={() => onUpdating(false)}
            returnFocusTo={opener('update')}
            onUpdated={(result) => {
              onUpdating(false);
              setUpdated(result);
            }}
          />
          {receipt && (
            <ReceiptDialog open lotId={lot.lotId} onClose={() => setReceipt(false)} returnFocusTo={opener('receipt')} />
          )}
          <WeighDialog
            open={weighing}
            lotId={lot.lotId}
            onClose={() => setWeighing(false)}
            returnFocusTo={opener('weigh')}
          />
          <EditLotDialog
            open={editing}
            lotId={lot.lotId}
            onClose={() => setEditing(false)}
            returnFocusTo={opener('edit')}
          />
        </Suspense>
        <CombineDialog
          open={combining}
          lots={[lot]}
          onClose={() => setCombining(false)}
          returnFocusTo={opener('combine')}
        />
        <ProcessUpdatedDialog updated={updated} onClose={() => setUpdated(null)} returnFocusTo={opener('update')} />
      </Box>
    </>
  );
}

function exportReport(
  words: LotWords,
  lot: LotDetailFragment,
  { evidence, compliance, history }: LotDetailParts,
): void {
  const { say, formatList } = words;
  const { text, notLoaded } = lotReport(
    { lot, evidence: evidence.data, compliance: compliance.data, history: history.data },
    new Date().toISOString(),
  );
  saveFile({ name: `${lot.lotId}-report.json`, blob: new Blob([text], { type: 'application/json' }) });
  if (notLoaded.length > 0) {
    const names = notLoaded.map((part) => say(PART_NAMES[part]));
    toaster.create({ type: 'warning', title: say('lot.exportPart', { parts: formatList(names) }) });
  }
}

/** Downloads of the documents that the server creates for a lot. */
function usePapers(lotId: string) {
  const { say } = useLotWords();
  const { busy, download } = useDownload();
  const id = encodeURIComponent(lotId);
  return [
    {
      id: 'dossier',
      label: say('lot.dossier'),
      icon: ScrollText,
      disabled: busy,
      onSelect: () => download(`/lots/${id}/dossier`, `${lotId}-dossier.pdf`),
    },
    {
      id: 'evidence',
      label: say('lot.evidence'),
      icon: Satellite,
      disabled: busy,
      onSelect: () => download(`/lots/${id}/evidence`, `${lotId}-evidence.json`),
    },
    {
      id: 'evidencePicture',
      label: say('lot.evidencePicture'),
      icon: Image,
      disabled: busy,
      onSelect: () => download(`/lots/${id}/evidence/picture`, `${lotId}-evidence.png`),
    },
    {
      id: 'certificate',
      label: say('lot.certificate'),
      icon: FileText,
      disabled: busy,
      onSelect: () => download(`/lots/public/${id}/certificate`, `${lotId}-certificate.pdf`),
    },
  ];
}

/** The loaded parts of a lot; undefined: could not be loaded. */
interface KnownOfLot {
  lot: LotDetailFragment;
  evidence: LotEvidenceQuery | undefined;
  compliance: LotComplianceOfQuery | undefined;
  history: LotHistoryOfQuery | undefined;
}

/** File names of a report's parts besides the lot. */
const REPORT_PARTS = ['satellite', 'compliance', 'history'] as const;
type ReportPart = (typeof REPORT_PARTS)[number];

/**
 * A lot's report as JSON: the lot with the API's names and units, its newest satellite check with the pixels, its
 * compliance and its history. `notLoaded` lists the parts that could not be loaded, so that a missing part does not
 * look like an empty one.
 * @param exportedAt ISO 8601, UTC
 */
export function lotReport(known: KnownOfLot, exportedAt: string): { text: string; notLoaded: ReportPart[] } {
  const { lot, evidence, compliance, history } = known;
  const { mayDo: _rights, ...facts } = lot;
  const parts: Record<ReportPart, unknown> = {
    satellite: evidence?.lotEvidence,
    compliance: compliance?.lotCompliance,
    history: history?.lotHistory,
  };
  const notLoaded = REPORT_PARTS.filter((part) => parts[part] === undefined);
  const report = { format: 'manam-trace/lot-report', version: 1, exportedAt, lot: facts, ...parts, notLoaded };
  return {
    text: JSON.stringify(report, (key, value: unknown) => (key === '__typename' ? undefined : value), 2),
    notLoaded,
  };
}
