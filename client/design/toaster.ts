import { createToaster } from '@chakra-ui/react';
import { TOAST_EDGE } from './toastLift.ts';

/** Distance of the stack from the edges of the page. */
const EDGE = `${TOAST_EDGE}px`;

/**
 * toaster.create({ type: 'error', title: 'Error Creating Lot', description: message }): types success, error, warning,
 * info. `Toaster.tsx` shows them.
 */
export const toaster = createToaster({
  placement: 'bottom-end',
  duration: 8000,
  max: 4,
  gap: TOAST_EDGE,
  pauseOnPageIdle: true,
  offsets: { left: EDGE, right: EDGE, top: EDGE, bottom: `calc(${EDGE} + var(--toast-lift, 0px))` },
});
