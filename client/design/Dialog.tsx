import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button, IconButton } from './Button.tsx';
import { keepClearOfToasts } from './toastLift.ts';

/*
 * <Dialog open onClose={close} title="LOT701" size="lg" footer={<Button/>}>...</Dialog>   role dialog
 * <ConfirmDialog open title="Delete lot" message="Are you sure ...?" action="Delete lot" onConfirm={async} onClose />  role alertdialog,
 *     busy while onConfirm runs, stays open and says so when it throws
 * <MessageDialog open title="Lot created" onClose>...</MessageDialog>   role alertdialog with one OK button
 *
 * Focus moves in on opening, stays inside, and returns to the control that opened it. Escape closes. On phones dialogs are
 * sheets from below. Contents mount on opening and unmount on closing, so their state starts anew each time.
 */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full';
  footer?: ReactNode;
  children: ReactNode;
  /** a press beside the dialog does not close it: for forms that hold input */
  keepOpenOutside?: boolean;
  /** where focus goes on closing, when the control that opened the dialog is gone by then (a menu's item) */
  returnFocusTo?: () => HTMLElement | null;
}

export function Dialog(props: DialogProps) {
  return <Frame kind="dialog" {...props} />;
}

function Frame({
  kind,
  open,
  onClose,
  title,
  size = 'md',
  footer,
  children,
  keepOpenOutside = false,
  returnFocusTo,
}: DialogProps & { kind: 'dialog' | 'alertdialog' }) {
  return (
    <ChakraDialog.Root
      role={kind}
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      size={size}
      finalFocusEl={returnFocusTo}
      // A press outside may close a dialog; focus that a page update moves must not.
      onFocusOutside={(event) => event.preventDefault()}
      closeOnInteractOutside={kind === 'dialog' && !keepOpenOutside}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content>
            <ChakraDialog.Header>
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {kind === 'dialog' && <IconButton label="Close" icon={<X />} onClick={onClose} />}
            </ChakraDialog.Header>
            <ChakraDialog.Body>{children}</ChakraDialog.Body>
            {footer !== undefined && <Footer>{footer}</Footer>}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}

/** The dialog's actions, which no toast covers. */
function Footer({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (ref.current === null ? undefined : keepClearOfToasts(ref.current)), []);
  return <ChakraDialog.Footer ref={ref}>{children}</ChakraDialog.Footer>;
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  message: ReactNode;
  /** the word on the button: names what it does */
  action: string;
  busyLabel?: string;
  danger?: boolean;
  /** a rejection is shown inside the dialog */
  onConfirm: () => Promise<void> | void;
  returnFocusTo?: () => HTMLElement | null;
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  message,
  action,
  busyLabel = 'Working...',
  danger = false,
  onConfirm,
  returnFocusTo,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef(false);

  const close = () => {
    setError(null);
    onClose();
  };

  const confirm = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'An unexpected error occurred.');
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <Frame
      kind="alertdialog"
      size="sm"
      open={open}
      onClose={close}
      returnFocusTo={returnFocusTo}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {message}
      {error !== null && (
        <Banner tone="alarm" mt="4">
          {error}
        </Banner>
      )}
    </Frame>
  );
}

export interface MessageDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  returnFocusTo?: () => HTMLElement | null;
}

export function MessageDialog({ open, onClose, title, children, returnFocusTo }: MessageDialogProps) {
  return (
    <Frame
      kind="alertdialog"
      size="sm"
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={title}
      footer={<Button onClick={onClose}>OK</Button>}
    >
      {children}
    </Frame>
  );
}
