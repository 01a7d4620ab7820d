import { Box, createToaster, Toast, Toaster as ChakraToaster } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';

/*
 * toaster.create({ type: 'error', title: 'Error Creating Lot', description: message })   types: success, error, warning, info
 * For what happened elsewhere; what a person is doing is answered inline. Bottom right, dismissible, read by screen readers, paused
 * while pointed at. <Toaster /> stands once, in the admin shell.
 */
export const toaster = createToaster({ placement: 'bottom-end', duration: 8000, max: 4, pauseOnPageIdle: true });

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
  return (
    <ChakraToaster toaster={toaster}>
      {(toast) => (
        <Toast.Root>
          {ICONS[KINDS.find((kind) => kind === toast.type) ?? 'info']}
          <Box minW="0">
            {toast.title !== undefined && <Toast.Title>{toast.title}</Toast.Title>}
            {toast.description !== undefined && <Toast.Description>{toast.description}</Toast.Description>}
          </Box>
          <Toast.CloseTrigger aria-label="Dismiss" />
        </Toast.Root>
      )}
    </ChakraToaster>
  );
}
