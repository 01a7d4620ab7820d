import { createContext, use } from 'react';
import { useMay } from './session/SessionProvider.tsx';

/** Opens the wizard over whatever is shown; given by the shell. */
export const CreateLotContext = createContext<() => void>(() => undefined);

/** The way to create a lot, for those who may; the wizard stands once, in the shell (`shell/Commands.tsx`). */
export function useCreateLot(): (() => void) | undefined {
  const open = use(CreateLotContext);
  return useMay('create_lot') ? open : undefined;
}
