import { useEffect, useEffectEvent } from 'react';

/** The browser asks before it closes a page on which something is under way. */
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
