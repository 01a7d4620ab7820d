import { Box, Flex } from '@chakra-ui/react';
import { Pencil, Share2, Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { saveViewInput, VIEW_LIMITS } from '../../../../server/domain/views/savedViewInput.ts';
import { ActionMenu, type MenuAction } from '../../../design/ActionMenu.tsx';
import { Badge } from '../../../design/Badge.tsx';
import { Button } from '../../../design/Button.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { TextInput } from '../../../design/form/inputs.tsx';
import { formStart } from '../../../design/form/useFormFocus.ts';
import { useForm } from '../../../design/form/useForm.ts';
import { LINE_LINK } from '../../../design/linkLooks.ts';
import { TextLink } from '../../../design/TextLink.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { DeleteViewDocument, UpdateViewDocument, type ViewRowFragment } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useMay } from '../../session/SessionProvider.tsx';
import { viewPath } from './viewAddress.ts';

interface SavedViewRowProps {
  view: ViewRowFragment;
  /** the list shows it now */
  isOpen: boolean;
  onOpen: () => void;
  /** called after a change; the list is loaded again */
  onChanged: () => Promise<void>;
  onFailure: (message: string | null) => void;
}

/** A view: a link that opens it, and what may be done to it. */
export function SavedViewRow({ view, isOpen, onOpen, onChanged, onFailure }: SavedViewRowProps) {
  const words = useLotListWords();
  const { say } = words;
  const { id, name, query, shared, owner, isOwn, mayDelete } = view;
  const mayShare = useMay('view_all_lots');
  const [renaming, setRenaming] = useState(false);
  const lineId = useId();
  const [update] = useWrite(UpdateViewDocument, { failed: say('views.failed') });
  const [remove] = useWrite(DeleteViewDocument, { failed: say('views.failed') });

  const share = async () => {
    const written = await update({ id, input: { shared: !shared } });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') return onFailure(written.message);
    const { updateView } = written.data;
    onFailure(updateView.__typename === 'NotFound' ? localizedText(words, updateView.said) : null);
    await onChanged();
  };
  const drop = async () => {
    const written = await remove({ id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') return onFailure(written.message);
    // One that is gone already is as good as deleted.
    onFailure(null);
    document.getElementById(lineId)?.closest('[role=dialog]')?.querySelector('input')?.focus();
    toaster.create({ type: 'success', title: say('views.deleted', { name }) });
    await onChanged();
  };
  const actions: MenuAction[] = [
    ...(isOwn ? [{ id: 'rename', label: say('views.rename'), icon: Pencil, onSelect: () => setRenaming(true) }] : []),
    ...(isOwn && (mayShare || shared)
      ? [
          {
            id: 'share',
            label: say(shared ? 'views.stopSharing' : 'views.startSharing'),
            icon: Share2,
            onSelect: () => void share(),
          },
        ]
      : []),
    ...(mayDelete
      ? [{ id: 'delete', label: say('views.delete'), icon: Trash2, danger: true, onSelect: () => void drop() }]
      : []),
  ];
  return (
    <Flex as="li" id={lineId} align="center" gap="2" minH="11" borderBottomWidth="1px" borderColor="line">
      {renaming ? (
        <Rename
          view={view}
          onEnd={async (changed) => {
            setRenaming(false);
            if (changed) await onChanged();
            document.getElementById(lineId)?.querySelector('button')?.focus();
          }}
        />
      ) : (
        <>
          <Box flex="1" minW="0" overflowWrap="anywhere">
            <TextLink asChild {...LINE_LINK}>
              <Link to={viewPath(query)} aria-current={isOpen || undefined} onClick={onOpen}>
                {name}
              </Link>
            </TextLink>
            {!isOwn && (
              <Box as="span" ms="2" fontSize="sm" color="fg.muted">
                {say('views.by', { name: owner })}
              </Box>
            )}
          </Box>
          {isOwn && shared && <Badge>{say('views.shared')}</Badge>}
          {actions.length > 0 && <ActionMenu label={say('views.actions', { name })} actions={actions} />}
        </>
      )}
    </Flex>
  );
}

interface RenameProps {
  view: ViewRowFragment;
  onEnd: (changed: boolean) => Promise<void>;
}

function Rename({ view, onEnd }: RenameProps) {
  const words = useLotListWords();
  const { say } = words;
  const [update] = useWrite(UpdateViewDocument, { failed: say('views.failed') });
  const form = useForm({
    schema: z.strictObject({ name: saveViewInput.shape.name }),
    initial: { name: view.name },
    send: async ({ name }) => {
      const written = await update({ id: view.id, input: { name } });
      if (written.kind === 'ignored') return written;
      if (written.kind === 'failed') return { kind: 'failed', message: written.message, field: 'name' };
      const { updateView } = written.data;
      return updateView.__typename === 'NotFound'
        ? { kind: 'failed', message: localizedText(words, updateView.said), field: 'name' }
        : { kind: 'done', result: null };
    },
    onDone: () => void onEnd(true),
  });
  const { ref } = form;
  useEffect(() => formStart(ref.current)?.focus(), [ref]);
  return (
    <Form form={form} display="flex" flex="1" gap="2" py="2" alignItems="flex-start" flexWrap="wrap" autoComplete="off">
      <Box flex="1" minW="10rem">
        <TextInput
          form={form}
          field="name"
          label={say('views.renaming', { name: view.name })}
          hideLabel
          maxLength={VIEW_LIMITS.nameLength}
          required
        />
      </Box>
      <Button type="submit" form={form.id} busy={form.busy} busyLabel={say('views.saving')}>
        {say('views.rename')}
      </Button>
      <Button variant="secondary" disabled={form.busy} onClick={() => void onEnd(false)}>
        {say('views.cancel')}
      </Button>
    </Form>
  );
}
