import { Box, Toast, Toaster as ChakraToaster } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSharedWords } from '../words/sharedWords.ts';
import { toaster } from './toaster.ts';
import { countToast } from './toastLift.ts';
import { useTopLayer } from './topLayer.ts';

export { toaster } from './toaster.ts';

/*
 * Reports background events; errors of the current action are shown inline. Toasts are bottom right, dismissible,
 * announced, and paused on hover. They avoid the content of an open dialog (`toastLift.ts`) and render inside it for
 * keyboard access. The admin shell renders <Toaster /> once; toasts unmount with it, so that the next person who signs
 * in does not see them.
 */
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
