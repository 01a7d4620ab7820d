import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';
import { Banner } from './Banner.tsx';
import { Button, IconButton } from './Button.tsx';
import { scrollCue } from './scroll/scrollCue.ts';
import { asLayer } from './topLayer.ts';
import { useIsVisible } from './useIsVisible.ts';
import { useOpenings } from './useOpenings.ts';

/*
 * <Dialog open onClose={close} title="LOT701" size="lg" footer={<Button/>}>...</Dialog>   role dialog; `busy` keeps it
 *     open while the action runs
 * <ConfirmDialog open title="Delete lot" message="Are you sure ...?" action="Delete lot" onConfirm={async} onClose />
 *     role alertdialog, busy and not closable while onConfirm runs; stays open and shows the error when it throws;
 *     errors of one opening do not show in the next
 * <MessageDialog open title="Lot created" onClose>...</MessageDialog>   role alertdialog with one OK button
 *
 * Focus moves in on opening, stays inside, and returns to the control that opened it. Escape closes. On phones dialogs
 * are sheets from below. Contents mount on opening and unmount on closing, so each opening starts with fresh state.
 */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** `cover`: a whole view that fills a phone and leaves a margin of the page on larger screens */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'cover' | 'full';
  /** keeps one height whatever it contains, so that its buttons stay where they are */
  steady?: boolean;
  footer?: ReactNode;
  children: ReactNode;
  /** a press outside does not close the dialog: for forms with input */
  keepOpenOutside?: boolean;
  /** the action is running and the dialog cannot be closed; the caller disables its own buttons */
  busy?: boolean;
  /** role alertdialog, closable only by its actions */
  required?: boolean;
  /** element to focus on opening; default: the first control, which is the close button */
  startFocusAt?: () => HTMLElement | null;
  /** element to focus on closing, when the opener is gone by then (a menu item) */
  returnFocusTo?: () => HTMLElement | null;
}

const cue = scrollCue();

export function Dialog({ required = false, ...props }: DialogProps) {
  return <Frame kind={required ? 'alertdialog' : 'dialog'} {...props} busy={required || props.busy} />;
}

function Frame({
  kind,
  open,
  onClose,
  title,
  size = 'md',
  steady = false,
  footer,
  children,
  keepOpenOutside = false,
  busy = false,
  startFocusAt,
  returnFocusTo,
}: Omit<DialogProps, 'required'> & { kind: 'dialog' | 'alertdialog' }) {
  const { say } = useSharedWords();
  const content = useRef<HTMLElement>(null);
  const contentRef = useCallback((element: HTMLElement | null) => {
    content.current = element;
    return asLayer(element);
  }, []);
  return (
    <ChakraDialog.Root
      role={kind}
      open={open}
      onOpenChange={(change) => {
        if (!change.open && !busy) onClose();
      }}
      size={size}
      initialFocusEl={startFocusAt}
      finalFocusEl={() => focusOnClosing(content.current, returnFocusTo?.() ?? null)}
      // A press outside may close a dialog; a focus change caused by a page update must not.
      onFocusOutside={(event) => event.preventDefault()}
      closeOnInteractOutside={kind === 'dialog' && !keepOpenOutside && !busy}
      closeOnEscape={!busy}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content ref={contentRef} data-steady={steady || undefined}>
            <ChakraDialog.Header>
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {kind === 'dialog' && (
                <IconButton label={say('dialog.close')} icon={<X />} disabled={busy} onClick={onClose} />
              )}
            </ChakraDialog.Header>
            <ChakraDialog.Body ref={cue}>{children}</ChakraDialog.Body>
            {footer !== undefined && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}

/**
 * The element that gets the focus on closing; null: the one that had it on opening. A dialog that has taken the place
 * of the closed one keeps the focus: a key that is typed while it goes to the opener and back would be lost.
 */
function focusOnClosing(closed: HTMLElement | null, opener: HTMLElement | null): HTMLElement | null {
  const { activeElement } = document;
  if (opener === null || !(activeElement instanceof HTMLElement)) return opener;
  const other = activeElement.closest('[role="dialog"], [role="alertdialog"]');
  return other === null || other === closed || other.contains(opener) ? opener : activeElement;
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  message: ReactNode;
  /** label of the button; names the action */
  action: string;
  busyLabel?: string;
  danger?: boolean;
  /** a rejection is shown inside the dialog; `false` keeps it open, since its message has an input that is wrong */
  onConfirm: () => Promise<false | void> | void;
  returnFocusTo?: () => HTMLElement | null;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const openings = useOpenings(props.open);
  return <Confirmation key={openings} {...props} />;
}

function Confirmation({
  open,
  onClose,
  title,
  message,
  action,
  busyLabel,
  danger = false,
  onConfirm,
  returnFocusTo,
}: ConfirmDialogProps) {
  const { say } = useSharedWords();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef(false);
  const isVisible = useIsVisible(open);

  const confirm = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      const isDone = (await onConfirm()) !== false;
      // The user may have closed this dialog and opened another in the meantime.
      if (isDone && isVisible.current) onClose();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : say('error.unexpected'));
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
      onClose={onClose}
      busy={busy}
      returnFocusTo={returnFocusTo}
      title={title}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {say('dialog.cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={busyLabel ?? say('busy.working')}
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
  /** rendered before the OK button */
  actions?: ReactNode;
  returnFocusTo?: () => HTMLElement | null;
}

export function MessageDialog({ open, onClose, title, children, actions, returnFocusTo }: MessageDialogProps) {
  const { say } = useSharedWords();
  return (
    <Frame
      kind="alertdialog"
      size="sm"
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={title}
      footer={
        <>
          {actions}
          <Button onClick={onClose}>{say('dialog.ok')}</Button>
        </>
      }
    >
      {children}
    </Frame>
  );
}
