import { Box } from '@chakra-ui/react';
import { Blocks, FileDown, FileText, Image, Pencil, Satellite, ScrollText, Workflow } from 'lucide-react';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { toaster } from '../../design/Toaster.tsx';
import { saveFile } from '../../saveFile.ts';
import type {
  LotComplianceOfQuery,
  LotDetailFragment,
  LotEvidenceQuery,
  LotHistoryOfQuery,
} from '../../graphql/generated.ts';
import { type LotId, useLotWords } from '../../words/lotWords.ts';
import { offeredActions } from '../lots/list/lotFacts.ts';
import { ProcessUpdatedDialog } from '../lots/process-update/ProcessUpdatedDialog.tsx';
import type { MovedLot } from '../lots/process-update/useUpdateProcess.ts';
import { useIsDesktop } from '../lots/list/useIsDesktop.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { useOpenLot } from '../StaffAddress.tsx';
import { useDownload } from './useDownload.ts';
import type { LotDetailParts } from './useLotDetail.ts';

const EditLotDialog = lazyPart(() => import('../lots/edit/EditLotDialog.tsx'));
const ProcessUpdateWizard = lazyPart(async () => {
  const { ProcessUpdateWizard: component } = await import('../lots/process-update/ProcessUpdateWizard.tsx');
  return { default: component };
});

const PART_NAMES: Record<ReportPart, LotId> = {
  satellite: 'sat.title',
  compliance: 'comply.title',
  history: 'lotHistory.title',
};

/** An icon that only wide screens show beside the text. */
function Wide({ children }: { children: ReactNode }) {
  return (
    <Box as="span" hideBelow="md">
      {children}
    </Box>
  );
}

/** Actions of a lot's detail. */
export function LotActions({ lot, parts }: { lot: LotDetailFragment; parts: LotDetailParts }) {
  const { say, formatList } = useLotWords();
  const user = useUser();
  const { open } = useOpenLot();
  const papers = usePapers(lot.lotId);
  const [updating, setUpdating] = useState(false);
  const [updated, setUpdated] = useState<MovedLot | null>(null);
  const [editing, setEditing] = useState(false);
  const [updateId, editId] = [useId(), useId()];
  const offered = offeredActions(lot);
  const wide = useIsDesktop();

  const exportReport = (): void => {
    const { evidence, compliance, history } = parts;
    const { text, notLoaded } = lotReport(
      { lot, evidence: evidence.data, compliance: compliance.data, history: history.data },
      new Date().toISOString(),
    );
    saveFile({ name: `${lot.lotId}-report.json`, blob: new Blob([text], { type: 'application/json' }) });
    if (notLoaded.length > 0) {
      const names = notLoaded.map((part) => say(PART_NAMES[part]));
      toaster.create({ type: 'warning', title: say('lot.exportPart', { parts: formatList(names) }) });
    }
  };
  // Small screens show only the actions that move the lot; the others go into the menu.
  const exportAction = { id: 'export', label: say('lot.export'), icon: FileDown, onSelect: exportReport };

  return (
    <>
      <ActionMenu label={say('lot.papers')} actions={wide ? papers : [exportAction, ...papers]} />
      {wide && (
        <Button variant="secondary" onClick={exportReport}>
          <FileDown aria-hidden />
          {say('lot.export')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => open({ lotId: lot.lotId, view: 'blockchain' })}>
        <Wide>
          <Blocks aria-hidden />
        </Wide>
        {say('lot.viewBlockchain')}
      </Button>
      {offered.edit && (
        <Button id={editId} variant="secondary" onClick={() => setEditing(true)}>
          <Wide>
            <Pencil aria-hidden />
          </Wide>
          {say('lot.edit')}
        </Button>
      )}
      {offered.advance && (
        <Button id={updateId} onClick={() => setUpdating(true)}>
          <Wide>
            <Workflow aria-hidden />
          </Wide>
          {say('lot.update')}
        </Button>
      )}
      <Box display="contents">
        <Suspense fallback={null}>
          <ProcessUpdateWizard
            open={updating}
            lot={lot}
            stage=""
            operatorName={user.name}
            onClose={() => setUpdating(false)}
            returnFocusTo={() => document.getElementById(updateId)}
            onUpdated={(result) => {
              setUpdating(false);
              setUpdated(result);
            }}
          />
          <EditLotDialog
            open={editing}
            lotId={lot.lotId}
            onClose={() => setEditing(false)}
            returnFocusTo={() => document.getElementById(editId)}
          />
        </Suspense>
        <ProcessUpdatedDialog
          updated={updated}
          onClose={() => setUpdated(null)}
          returnFocusTo={() => document.getElementById(updateId)}
        />
      </Box>
    </>
  );
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
