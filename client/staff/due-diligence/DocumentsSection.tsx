import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { FileCheck2, Plus } from 'lucide-react';
import { useState } from 'react';
import { DOCUMENT_CLASSES } from '../../../server/domain/due-diligence/documentClasses.ts';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { CheckboxField, SelectField, TextField } from '../../design/Field.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import {
  DueDiligenceDocumentsDocument,
  RemoveDueDiligenceDocumentDocument,
  type DocumentPartsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { useDebounced } from '../users/useDebounced.ts';
import { AddDocumentDialog } from './AddDocumentDialog.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import type { DueDiligenceSectionProps } from './dueDiligenceSection.ts';

const TYPING_RESTS_MS = 300;
const ON_PAGE = 20;

/** Documents with their validity. Those who may add some; what is deleted is gone for good. */
export function DocumentsSection({ address, onShow, onDone }: DueDiligenceSectionProps) {
  const { say } = useDueDiligenceWords();
  const { documentClass, subjectKind, subject, expiring, page } = address;
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<DocumentPartsFragment | null>(null);
  const adds = useMay('manage_due_diligence');
  const { data, previousData, error, loading, refetch } = useQuery(DueDiligenceDocumentsDocument, {
    variables: { page, limit: ON_PAGE, documentClass, subjectKind, subject: subject === '' ? null : subject, expiring },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.dueDiligenceDocuments;
  const finish = (message: string) => {
    onDone(message);
    refetch().catch(() => undefined);
  };
  const clear = () => onShow({ documentClass: null, subjectKind: null, subject: '', expiring: false });
  const isFiltered = documentClass !== null || subjectKind !== null || subject !== '' || expiring;
  return (
    <Box display="grid" gap="5" minW="0">
      {adds && (
        <Flex>
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {say('docs.add')}
          </Button>
        </Flex>
      )}
      <DocumentFilters address={address} onShow={onShow} />
      <DocumentTable
        rows={shown?.documents}
        busy={loading && shown !== undefined}
        onRemove={setRemoved}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('docs.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<NoDocuments isFiltered={isFiltered} onClear={clear} />}
      />
      {shown !== undefined && shown.pagination.total > 0 && (
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box fontSize="sm" color="fg.muted" aria-live="polite">
            {say('docs.count', { count: shown.pagination.total })}
          </Box>
          <PaginationControl
            page={shown.pagination.page}
            totalPages={shown.pagination.totalPages}
            onChange={(next) => onShow({ page: next })}
            label={say('docs.list')}
          />
        </Flex>
      )}
      <AddDocumentDialog
        open={adding}
        documentClass={documentClass}
        subjectKind={subjectKind}
        subject={subject}
        onClose={() => setAdding(false)}
        onDone={(title) => {
          setAdding(false);
          finish(say('docForm.added', { title }));
        }}
      />
      <RemoveDialog
        document={removed}
        onClose={() => setRemoved(null)}
        onDone={() => {
          setRemoved(null);
          finish(say('docs.removed'));
        }}
      />
    </Box>
  );
}

function DocumentFilters({ address, onShow }: Pick<DueDiligenceSectionProps, 'address' | 'onShow'>) {
  const { say } = useDueDiligenceWords();
  const { documentClass, subject, expiring } = address;
  const [typed, setTyped] = useState(subject);
  // The address changes without the field when the filters are cleared, or by the browser's Back.
  const [followed, setFollowed] = useState(subject);
  if (followed !== subject) {
    setFollowed(subject);
    if (typed.trim() !== subject) setTyped(subject);
  }
  useDebounced(typed, TYPING_RESTS_MS, (rested) => {
    if (rested.trim() !== subject) onShow({ subject: rested.trim(), subjectKind: null });
  });
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '1fr 1fr' }} columnGap="4" rowGap="3" alignItems="end">
      <SelectField
        label={say('docs.class')}
        value={documentClass ?? ''}
        onChange={(chosen) => onShow({ documentClass: DOCUMENT_CLASSES.find((one) => one === chosen) ?? null })}
        options={[
          { value: '', label: say('docs.allClasses') },
          ...DOCUMENT_CLASSES.map((one) => ({ value: one, label: say(`class.${one}`) })),
        ]}
      />
      <TextField label={say('docs.subject')} type="search" maxLength={40} value={typed} onChange={setTyped} />
      <CheckboxField
        label={say('docs.expiring')}
        checked={expiring}
        onChange={(checked) => onShow({ expiring: checked })}
      />
    </Grid>
  );
}

function NoDocuments({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { say } = useDueDiligenceWords();
  if (!isFiltered) {
    return (
      <EmptyState icon={FileCheck2} title={say('docs.none')}>
        {say('docs.noneHint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FileCheck2}
      title={say('docs.noMatch')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {say('docs.clear')}
        </Button>
      }
    >
      {say('docs.noMatchHint')}
    </EmptyState>
  );
}

interface RemoveDialogProps {
  document: DocumentPartsFragment | null;
  onClose: () => void;
  onDone: () => void;
}

function RemoveDialog({ document, onClose, onDone }: RemoveDialogProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const asked = useLastShown(document);
  const [remove] = useWrite(RemoveDueDiligenceDocumentDocument, { failed: say('docs.removeFailed') });
  return (
    <ConfirmDialog
      open={document !== null}
      onClose={onClose}
      title={say('docs.removeTitle', { title: asked?.title || say('docs.untitled') })}
      action={say('docs.remove')}
      busyLabel={say('docs.removing')}
      danger
      onConfirm={async () => {
        if (document === null) return;
        const written = await remove({ id: document.id });
        if (written.kind === 'failed') throw new Error(written.message);
        if (written.kind === 'ignored') return;
        const { removeDueDiligenceDocument: answer } = written.data;
        if (answer.__typename === 'NotFound') throw new Error(localizedText(words, answer.said));
        onDone();
      }}
      message={say('docs.removeSure')}
    />
  );
}
