import { createContext, use } from 'react';
import { useMay } from './session/SessionProvider.tsx';

/** Opens the create-lot wizard over the current view; the shell provides it. */
export const CreateLotContext = createContext<() => void>(() => undefined);

/**
 * Opens the create-lot wizard; undefined without the right to create lots. The shell mounts the wizard once
 * (`shell/Commands.tsx`).
 */
export function useCreateLot(): (() => void) | undefined {
  const open = use(CreateLotContext);
  return useMay('create_lot') ? open : undefined;
}
