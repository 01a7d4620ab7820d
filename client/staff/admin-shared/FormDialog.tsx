import { Box } from '@chakra-ui/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog, type DialogProps } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { formStart } from '../../design/form/useFormFocus.ts';
import type { FormState } from '../../design/form/useForm.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';

interface FormDialogProps<Values extends Record<string, unknown>, Input> extends Pick<
  DialogProps,
  'open' | 'onClose' | 'title' | 'size' | 'returnFocusTo'
> {
  form: FormState<Values, Input>;
  /** label of the submit button */
  action: string;
  busyLabel: string;
  /** the action cannot be undone */
  danger?: boolean;
  /** disables the submit button, for example while the form is empty */
  disabled?: boolean;
  /** replaces the form in the same dialog after it was sent */
  after?: { footer: ReactNode; children: ReactNode } | undefined;
  /** the fields and their help texts */
  children: ReactNode;
}

/**
 * A dialog around one form: errors above the fields, cancel and submit buttons below. A click outside does not close
 * it, so no input is lost. The caller creates a new form for each opening (`useOpenings`).
 */
export function FormDialog<Values extends Record<string, unknown>, Input>({
  form,
  action,
  busyLabel,
  danger = false,
  disabled = false,
  after,
  children,
  ...dialog
}: FormDialogProps<Values, Input>) {
  const { say } = useOfficeWords();
  const footer = (
    <>
      <Button variant="secondary" disabled={form.busy} onClick={dialog.onClose}>
        {say('userForm.cancel')}
      </Button>
      <Button
        type="submit"
        variant={danger ? 'danger' : 'primary'}
        form={form.id}
        busy={form.busy}
        busyLabel={busyLabel}
        disabled={disabled}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      {...dialog}
      keepOpenOutside
      startFocusAt={() => formStart(form.ref.current)}
      busy={form.busy}
      footer={after === undefined ? footer : after.footer}
    >
      {after === undefined ? (
        <Form form={form} display="grid" gap="5" autoComplete="off">
          {form.failure !== null && <Failure>{form.failure}</Failure>}
          {children}
        </Form>
      ) : (
        after.children
      )}
    </Dialog>
  );
}

/** Comes into view: a long form was sent from its lower end. */
function Failure({ children }: { children: string }) {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box ref={banner}>
      <Banner>{children}</Banner>
    </Box>
  );
}
