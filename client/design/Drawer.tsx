import { defineSlotRecipe, Drawer as ChakraDrawer, Portal } from '@chakra-ui/react';
import { drawerAnatomy } from '@chakra-ui/react/anatomy';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { scrollCue } from './scroll/scrollCue.ts';
import { UNDER_WHICH_MORE_LIES } from './scroll/scrollLook.ts';
import { keepClearOfToasts } from './toastLift.ts';
import { asLayer } from './topLayer.ts';

/*
 * <Drawer open onClose={close} title="LOT701" closeLabel="Close" footer={<Button/>}>...</Drawer>
 * Shows the details of a row beside its list. Focus moves in, stays inside, and returns to the opener; Escape and a
 * press outside close it unless it is busy. Fills the screen on phones. Contents mount on opening.
 */
export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** rendered at the end of the title: previous and next links, a menu */
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  size?: 'md' | 'lg';
  /** an action is running; the drawer cannot be closed */
  busy?: boolean;
  /** element to focus on closing, when the opener is gone by then */
  returnFocusTo?: () => HTMLElement | null;
}

/** Defined here, so that pages without a drawer do not load it. */
const recipe = defineSlotRecipe({
  slots: drawerAnatomy.keys(),
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      bg: 'veil',
      zIndex: 'dialog',
      _open: { animation: 'appear 160ms ease-out' },
      _closed: { animation: 'vanish 120ms ease-out' },
    },
    positioner: { position: 'fixed', inset: '0', zIndex: 'dialog', display: 'flex', justifyContent: 'flex-end' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      h: '100dvh',
      bg: 'bg.raised',
      color: 'fg',
      borderStartWidth: { base: '0', sm: '1px' },
      borderColor: 'line',
      boxShadow: 'panel',
      outline: 'none',
      _open: { animation: 'rise 180ms ease-out' },
      _closed: { animation: 'vanish 120ms ease-out' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      px: { base: '4', md: '6' },
      py: '3',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    title: { flex: '1', minW: '0', fontSize: 'lg', fontWeight: '600', lineHeight: '1.3', overflowWrap: 'anywhere' },
    body: {
      flex: '1',
      minH: '0',
      overflowY: 'auto',
      mb: 'var(--toast-room, 0px)',
      px: { base: '4', md: '6' },
      py: '5',
    },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      px: { base: '4', md: '6' },
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'line',
      ...UNDER_WHICH_MORE_LIES,
    },
  },
  variants: {
    size: {
      md: { content: { maxW: { sm: '30rem' } } },
      lg: { content: { maxW: { sm: '44rem' } } },
    },
  },
  defaultVariants: { size: 'md' },
});

const cue = scrollCue();

export function Drawer(props: DrawerProps) {
  const { open, onClose, title, closeLabel, actions, footer, children, size = 'md', busy = false } = props;
  return (
    <ChakraDrawer.Root
      recipe={recipe}
      size={size}
      open={open}
      onOpenChange={(change) => {
        if (!change.open && !busy) onClose();
      }}
      finalFocusEl={props.returnFocusTo}
      // A press outside may close it; a focus change caused by a page update must not.
      onFocusOutside={(event) => event.preventDefault()}
      closeOnInteractOutside={!busy}
      closeOnEscape={!busy}
    >
      <Portal>
        <ChakraDrawer.Backdrop />
        <ChakraDrawer.Positioner>
          <ChakraDrawer.Content ref={asLayer}>
            <ChakraDrawer.Header>
              <ChakraDrawer.Title>{title}</ChakraDrawer.Title>
              {actions}
              <IconButton label={closeLabel} icon={<X />} disabled={busy} onClick={onClose} />
            </ChakraDrawer.Header>
            <ChakraDrawer.Body ref={cue}>{children}</ChakraDrawer.Body>
            {footer !== undefined && <Footer>{footer}</Footer>}
          </ChakraDrawer.Content>
        </ChakraDrawer.Positioner>
      </Portal>
    </ChakraDrawer.Root>
  );
}

/** The drawer's actions; toasts do not cover them. */
function Footer({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (ref.current === null ? undefined : keepClearOfToasts(ref.current)), []);
  return <ChakraDrawer.Footer ref={ref}>{children}</ChakraDrawer.Footer>;
}
