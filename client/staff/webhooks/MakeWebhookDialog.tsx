import { useState } from 'react';
import { newHookInput } from '../../../server/domain/alert/webhookInput.ts';
import { z } from 'zod';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreateWebHookDocument, type CreateWebHookMutation } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { useShownOnce } from '../admin-shared/useShownOnce.tsx';

const { farmId, ...fields } = newHookInput.shape;
/** Schema with the server's rules, for controls that are never undefined. */
const hookForm = z.strictObject({ ...fields, farmId: farmId.unwrap() });

interface MakeHookDialogProps {
  open: boolean;
  onClose: () => void;
  /** called as soon as the web hook exists */
  onMade: () => void;
}

/**
 * Creates a web hook, then shows its secret once. The dialog closes only after the user confirms that they stored it.
 */
export function MakeHookDialog(props: MakeHookDialogProps) {
  const openings = useOpenings(props.open);
  return <MakeHook key={openings} {...props} />;
}

function MakeHook({ open, onClose, onMade }: MakeHookDialogProps) {
  const { say } = useOfficeWords();
  const [made, setMade] = useState<CreateWebHookMutation['createWebHook'] | null>(null);
  const [create] = useWrite(CreateWebHookDocument, { failed: say('hookForm.failed') });
  const form = useForm({
    schema: hookForm,
    initial: { name: '', url: '', farmId: '' },
    open,
    send: async (input) => {
      const written = await create({ input });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.createWebHook } : written;
    },
    onDone: (answer) => {
      setMade(answer);
      onMade();
    },
  });
  const { close, after } = useShownOnce(
    made?.secret ?? null,
    {
      name: say('hookMade.secret'),
      title: say('hookMade.once'),
      text: say('hookMade.onceText'),
      kept: say('hookMade.kept'),
      keepFirst: say('hookMade.keepFirst'),
      done: say('hookMade.done'),
    },
    onClose,
  );
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title={made === null ? say('hookForm.title') : say('hookMade.title', { name: made.hook.name })}
      action={say('hooks.make')}
      busyLabel={say('hookForm.making')}
      after={after}
    >
      <TextInput form={form} field="name" label={say('hookForm.name')} maxLength={80} required />
      <TextInput
        form={form}
        field="url"
        type="url"
        label={say('hookForm.url')}
        hint={say('hookForm.urlHint')}
        maxLength={500}
        required
      />
      <TextInput
        form={form}
        field="farmId"
        label={say('hookForm.farm')}
        hint={say('hookForm.farmHint')}
        maxLength={40}
      />
    </FormDialog>
  );
}
