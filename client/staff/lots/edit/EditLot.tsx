import { useApolloClient } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { partOf, type SendResult, useForm } from '../../../design/form/useForm.ts';
import { formStart } from '../../../design/form/useFormFocus.ts';
import { type EditedLotFragment, UpdateLotDocument, type UpdateLotInput } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { DASH } from '../../../words/format.ts';
import { useLotListWords, type LotListWords } from '../../../words/lotListWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../../drafts/DraftNotice.tsx';
import { useDraft } from '../../drafts/useDraft.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { isFigure } from '../../../words/lotFigures.ts';
import { screenChangesOf } from '../../screenChanges.ts';
import { varietyWord } from '../../statusLabels.ts';
import { typed } from '../fields/typedFigure.ts';
import {
  differingFields,
  EDIT_FIELDS,
  editedValues,
  editLotForm,
  type EditField,
  type EditLotForm,
} from './editLotForm.ts';
import { EditLotFields } from './EditLotFields.tsx';
import { localDay } from '../list/lotFacts.ts';
import { useLocationCheck } from '../fields/useLocationCheck.ts';

export interface EditLotProps {
  open: boolean;
  opened: EditedLotFragment;
  /** reloads the lot; null if it no longer exists */
  again: () => Promise<EditedLotFragment | null>;
  /** container of the buttons */
  footer: HTMLElement | null;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
  onClose: () => void;
}

/** Fields of a lot's place. */
const PLACE_FIELDS: readonly EditField[] = ['latitude', 'longitude', 'plots'];

/** The form of an existing, editable lot. */
export function EditLot({ open, opened, again, footer, onBusy, onSaved, onClose }: EditLotProps) {
  const words = useLotListWords();
  const { say, formatList } = words;
  const [today] = useState(() => localDay(new Date()));
  const [lot, setLot] = useState(opened);
  const [meanwhile, setMeanwhile] = useState<readonly Meanwhile[] | null>(null);
  const update = useUpdateLot();
  const values = editedValues(lot);
  const form = useForm({
    schema: editLotForm(values, today),
    initial: values,
    open,
    send: async (input) => {
      onBusy(true);
      try {
        const sent = await update(lot.id, { ...input, version: lot.version });
        if (sent.kind === 'conflict') return { kind: 'failed', message: await takeOver() };
        if (sent.kind === 'done') draft.sent();
        return sent;
      } finally {
        onBusy(false);
      }
    },
    onDone: onSaved,
  });
  const draft = useDraft({ name: `edit.${lot.id}`, form, open });
  const look = useLocationCheck(form.values, { isAsked: open, exceptLotId: lot.lotId });
  const changed = EDIT_FIELDS.filter((field) => form.changed.includes(field));
  const { ref } = form;
  useEffect(() => {
    // The dialog opened before the lot was loaded, with the focus on its close button.
    if (ref.current?.closest('[role=dialog]')?.contains(document.activeElement) === true)
      formStart(ref.current)?.focus();
  }, [ref]);

  /** Merges other users' changes under the local ones, and describes them. */
  const takeOver = async (): Promise<string> => {
    const now = await again().catch(() => undefined);
    if (now === undefined) return say('edit.conflictUnread');
    if (now === null) return say('edit.gone');
    const theirs = editedValues(now);
    const differing = differingFields(values, theirs);
    const isLocked = (field: EditField) => now.placeLock !== null && PLACE_FIELDS.includes(field);
    for (const field of EDIT_FIELDS) {
      const own = form.values[field];
      const keeps = changed.includes(field) && !isLocked(field);
      if (differing.includes(field) || isLocked(field)) form.propose(field, theirs[field]);
      if (keeps) form.set(field, own);
    }
    setLot(now);
    setMeanwhile(
      differing.map((field) => ({
        field,
        now: theirs[field],
        typed: changed.includes(field) && !isLocked(field) ? form.values[field] : null,
      })),
    );
    return say('edit.conflict');
  };

  const bar = (
    <Flex direction="column" gap="2">
      <Flex gap="3" align="center" justify="space-between" wrap="wrap">
        <Box flex="1" minW="10rem" fontSize="sm" aria-live="polite">
          {changed.length === 0 ? (
            <chakra.span color="fg.muted">{say('edit.nothing')}</chakra.span>
          ) : (
            <>
              <chakra.strong fontWeight="600">{say('edit.unsaved')}</chakra.strong>{' '}
              {formatList(fieldNames(words, changed))}
            </>
          )}
        </Box>
        <Flex gap="3" ms="auto">
          <Button
            variant="secondary"
            disabled={form.busy}
            onClick={() => {
              // Discard on purpose: the draft must not be restored.
              draft.discard();
              onClose();
            }}
          >
            {say('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={form.id}
            disabled={changed.length === 0}
            busy={form.busy}
            busyLabel={say('edit.busy')}
          >
            {say('edit.action')}
          </Button>
        </Flex>
      </Flex>
      <DraftSavedNotice draft={draft} />
    </Flex>
  );

  return (
    <Form form={form}>
      <Flex direction="column" gap="5">
        {form.failure !== null && <Banner onDismiss={() => form.setFailure(null)}>{form.failure}</Banner>}
        {meanwhile !== null && <ChangedMeanwhile changes={meanwhile} />}
        <RestoredNotice draft={draft} />
        <EditLotFields form={partOf(form)} look={look} today={today} lot={lot} />
        <Box fontSize="sm" color="fg.muted">
          {say('edit.recorded')}
        </Box>
      </Flex>
      {footer !== null && createPortal(bar, footer)}
    </Form>
  );
}

/** Saves changes and refetches lists and figures. */
function useUpdateLot(): (id: string, input: UpdateLotInput) => Promise<SendResult<null> | { kind: 'conflict' }> {
  const words = useLotListWords();
  const news = screenChangesOf(useApolloClient());
  const [write] = useWrite(UpdateLotDocument, { failed: words.say('edit.failed') });
  return async (id, input) => {
    const written = await write({ id, input });
    if (written.kind !== 'answered') return written;
    const answer = written.data.updateLot;
    if (answer.__typename === 'VersionConflict') return { kind: 'conflict' };
    if (answer.__typename === 'NotFound') return { kind: 'failed', message: localizedText(words, answer.said) };
    news.lot(answer.lot.id, answer.lot);
    news.lotLists();
    return { kind: 'done', result: null };
  };
}

/** A field that another user changed during the edit. */
interface Meanwhile {
  field: EditField;
  now: EditLotForm[EditField];
  /** the typed value; null if unchanged */
  typed: EditLotForm[EditField] | null;
}

/** Shows the stored values beside the ones that would replace them. */
function ChangedMeanwhile({ changes }: { changes: readonly Meanwhile[] }) {
  const words = useLotListWords();
  const { say } = words;
  return (
    <Banner tone="pod" title={say('edit.meanwhile')}>
      {changes.length === 0 && say('edit.meanwhileElse')}
      <chakra.ul ps="4" listStyleType="disc">
        {changes.map(({ field, now, typed: mine }) => {
          const [name = ''] = fieldNames(words, [field]);
          const stands = fieldText(words, field, now);
          return (
            <li key={field}>
              {mine === null
                ? say('edit.theirs', { name, now: stands })
                : say('edit.both', { name, now: stands, typed: fieldText(words, field, mine) })}
            </li>
          );
        })}
      </chakra.ul>
    </Banner>
  );
}

/** Form labels of lot fields. */
function fieldNames({ say }: LotListWords, fields: readonly EditField[]): string[] {
  return fields.map((field) => {
    if (field === 'certifications' || field === 'plots') return say(`form.${field}`);
    return field === 'isAnonymized' ? say('edit.anonymized') : say(`label.${field}`);
  });
}

/** Formats a value of the edit form. */
function fieldText(words: LotListWords, field: EditField, value: EditLotForm[EditField]): string {
  if (typeof value === 'boolean') return words.say(value ? 'edit.yes' : 'edit.no');
  if (field === 'plots') return words.say('edit.plotCount', { count: value.length });
  if (typeof value !== 'string') return value.join(', ') || DASH;
  if (isFigure(field)) return typed(words, value, field);
  if (field === 'harvestDate') return words.formatDate(value || null);
  if (field === 'cacaoVariety') return varietyWord(words, value);
  return value.trim() || DASH;
}
