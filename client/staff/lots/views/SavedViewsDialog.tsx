import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { saveViewInput, VIEW_LIMITS } from '../../../../server/domain/views/savedViewInput.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Dialog } from '../../../design/Dialog.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { CheckboxInput, TextInput } from '../../../design/form/inputs.tsx';
import { useForm } from '../../../design/form/useForm.ts';
import { Delayed } from '../../../design/Loading.tsx';
import { FormSkeleton } from '../../../design/Skeletons.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { SavedViewsDocument, SaveViewDocument, type ViewRowFragment } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { LoadFailure } from '../../admin-shared/Retry.tsx';
import { useMay } from '../../session/SessionProvider.tsx';
import { SavedViewRow } from './SavedViewRow.tsx';

interface SavedViewsDialogProps {
  open: boolean;
  onClose: () => void;
  /** the present state of the list */
  query: string;
}

const form = z.strictObject({ name: saveViewInput.shape.name, shared: z.boolean() });

/** Saved views of the list: saves the present one, opens, renames, shares and deletes. */
export default function SavedViewsDialog(props: SavedViewsDialogProps) {
  const openings = useOpenings(props.open);
  return <Opening key={openings} {...props} />;
}

function Opening({ open, onClose, query }: SavedViewsDialogProps) {
  const { say } = useLotListWords();
  const { data, error, refetch } = useQuery(SavedViewsDocument, { skip: !open, fetchPolicy: 'cache-and-network' });
  const [failure, setFailure] = useState<string | null>(null);
  const reload = () =>
    refetch().then(
      () => undefined,
      () => undefined,
    );
  const views = data?.savedViews ?? [];
  const own = views.filter(({ isOwn }) => isOwn);
  const others = views.filter(({ isOwn }) => !isOwn);
  const list = (shown: readonly ViewRowFragment[]) =>
    shown.map((view) => (
      <SavedViewRow
        key={view.id}
        view={view}
        isOpen={view.query === query}
        onOpen={onClose}
        onChanged={reload}
        onFailure={setFailure}
      />
    ));
  return (
    <Dialog open={open} onClose={onClose} title={say('views.title')} keepOpenOutside>
      <Flex direction="column" gap="5">
        <SaveForm
          open={open}
          query={query}
          onSaved={(name) => {
            toaster.create({ type: 'success', title: say('views.saved', { name }) });
            onClose();
          }}
        />
        {failure !== null && <Banner onDismiss={() => setFailure(null)}>{failure}</Banner>}
        {error !== undefined && <LoadFailure title={say('views.loadFailed')} error={error} onRetry={reload} />}
        {error === undefined && data === undefined && (
          <Delayed label={say('views.loading')}>
            <FormSkeleton rows={2} />
          </Delayed>
        )}
        {data !== undefined && views.length === 0 && (
          <Box fontSize="sm" color="fg.muted">
            {say('views.none')}
          </Box>
        )}
        {own.length > 0 && <ViewList title={say('views.own')}>{list(own)}</ViewList>}
        {others.length > 0 && <ViewList title={say('views.ofOthers')}>{list(others)}</ViewList>}
      </Flex>
    </Dialog>
  );
}

function ViewList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={title}>
      <Box as="h3" fontSize="sm" fontWeight="600" mb="1">
        {title}
      </Box>
      <Flex as="ul" direction="column" listStyleType="none">
        {children}
      </Flex>
    </Box>
  );
}

interface SaveFormProps {
  open: boolean;
  query: string;
  onSaved: (name: string) => void;
}

function SaveForm({ open, query, onSaved }: SaveFormProps) {
  const { say } = useLotListWords();
  const mayShare = useMay('view_all_lots');
  const [save] = useWrite(SaveViewDocument, { failed: say('views.failed') });
  const state = useForm({
    schema: form,
    initial: { name: '', shared: false },
    open,
    send: async ({ name, shared }) => {
      const written = await save({ input: { name, query, shared } });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.saveView.name } : written;
    },
    onDone: onSaved,
  });
  return (
    <Form form={state} display="grid" gap="3" autoComplete="off">
      {state.failure !== null && <Banner>{state.failure}</Banner>}
      <Flex gap="2" align="flex-end" wrap="wrap">
        <Box flex="1" minW="12rem">
          <TextInput form={state} field="name" label={say('views.name')} maxLength={VIEW_LIMITS.nameLength} required />
        </Box>
        <Button type="submit" form={state.id} busy={state.busy} busyLabel={say('views.saving')}>
          {say('views.save')}
        </Button>
      </Flex>
      {mayShare && <CheckboxInput form={state} field="shared" label={say('views.share')} />}
    </Form>
  );
}
