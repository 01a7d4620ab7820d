import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import type { ReceiptFragment, MessagePartsFragment } from '../../graphql/generated.ts';
import type { Written } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

interface ErasureDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** text about what cannot be undone */
  lead: ReactNode;
  /** the text to type, its label, and the message for a different text */
  confirm: { text: string; label: string; differs: string };
  action: string;
  erase: () => Promise<Written<Erasure>>;
  onErased: (receipt: ReceiptFragment) => void;
}

/** Result of an erasure, from either mutation. */
export type Erasure =
  | { __typename: 'DataErased'; receipt: ReceiptFragment }
  | { __typename: 'LastAdmin' | 'NotFound' | 'FarmerHasAccount'; said: MessagePartsFragment };

/**
 * Requires a short typed confirmation before an erasure (docs/spec/privacy-and-erasure.md, 'Erasure'), because names
 * have up to 120 characters.
 */
export function ErasureDialog(props: ErasureDialogProps) {
  const openings = useOpenings(props.open);
  return <Erasing key={openings} {...props} />;
}

function Erasing({ open, onClose, title, lead, confirm, action, erase, onErased }: ErasureDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const form = useForm({
    schema: typedConfirmation(confirm.text, confirm.differs),
    initial: { typed: '' },
    open,
    send: async () => {
      const written = await erase();
      if (written.kind !== 'answered') return written;
      const { data } = written;
      return data.__typename === 'DataErased'
        ? { kind: 'done', result: data.receipt }
        : { kind: 'failed', message: localizedText(words, data.said) };
    },
    onDone: onErased,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      action={action}
      busyLabel={say('erase.busy')}
      danger
    >
      <Box>{lead}</Box>
      <TextInput
        form={form}
        field="typed"
        label={confirm.label}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

/**
 * Schema that accepts only this text, trimmed, to confirm an action that cannot be undone.
 * @param differs message for any other text
 */
export function typedConfirmation(text: string, differs: string) {
  return z.object({
    typed: z
      .string()
      .trim()
      .refine((typed) => typed !== '' && typed === text.trim(), differs),
  });
}
