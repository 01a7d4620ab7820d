import { Box, createToaster, Toast, Toaster as ChakraToaster } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSharedWords } from '../words/sharedWords.ts';
import { countToast, TOAST_EDGE } from './toastLift.ts';
import { useTopLayer } from './topLayer.ts';

/*
 * toaster.create({ type: 'error', title: 'Error Creating Lot', description: message })   types: success, error,
 *     warning, info
 *
 * Reports background events; errors of the current action are shown inline. Toasts are bottom right, dismissible,
 * announced, and paused on hover. They avoid the content of an open dialog (`toastLift.ts`) and render inside it for
 * keyboard access. The admin shell renders <Toaster /> once; toasts unmount with it, so that the next person who signs
 * in does not see them.
 */
const EDGE = `${TOAST_EDGE}px`;

export const toaster = createToaster({
  placement: 'bottom-end',
  duration: 8000,
  max: 4,
  gap: TOAST_EDGE,
  pauseOnPageIdle: true,
  offsets: { left: EDGE, right: EDGE, top: EDGE, bottom: `calc(${EDGE} + var(--toast-lift, 0px))` },
});

const KINDS = ['success', 'error', 'warning', 'info'] as const;

const ICONS = {
  success: (
    <Box color="leaf">
      <CircleCheck aria-hidden size={20} strokeWidth={1.75} />
    </Box>
  ),
  error: (
    <Box color="alarm">
      <CircleAlert aria-hidden size={20} strokeWidth={1.75} />
    </Box>
  ),
  warning: (
    <Box color="pod">
      <TriangleAlert aria-hidden size={20} strokeWidth={1.75} />
    </Box>
  ),
  info: (
    <Box color="sky">
      <Info aria-hidden size={20} strokeWidth={1.75} />
    </Box>
  ),
};

export function Toaster() {
  const { say } = useSharedWords();
  const layer = useTopLayer();
  useEffect(() => () => toaster.remove(), []);
  return createPortal(
    <ChakraToaster toaster={toaster}>
      {(toast) => (
        <CountedToast>
          {ICONS[KINDS.find((kind) => kind === toast.type) ?? 'info']}
          <Box minW="0">
            {toast.title !== undefined && <Toast.Title>{toast.title}</Toast.Title>}
            {toast.description !== undefined && <Toast.Description>{toast.description}</Toast.Description>}
          </Box>
          <Toast.CloseTrigger aria-label={say('banner.dismiss')} />
        </CountedToast>
      )}
    </ChakraToaster>,
    // Outside an open dialog, screen readers and the keyboard could not reach them.
    layer ?? document.body,
  );
}

function CountedToast({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (ref.current === null ? undefined : countToast(ref.current)), []);
  return <Toast.Root ref={ref}>{children}</Toast.Root>;
}
