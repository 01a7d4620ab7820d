import { useEffect, useEffectEvent } from 'react';

/** Makes the browser ask before it closes a page with a running task. */
export function useWarnBeforeClosing(isRunning: boolean): void {
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isRunning) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => warn(event);
    addEventListener('beforeunload', listener);
    return () => removeEventListener('beforeunload', listener);
  }, []);
}
