import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * On a server-rendered page a user may type before the script runs. The control holds that text but the state does not,
 * and the next render would clear it: this copies it into the state once.
 * @returns a ref to attach to the control
 */
export function useTypedBefore<Control extends { value: string }>(
  value: string,
  onChange: (value: string) => void,
): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const takeOver = useEffectEvent(() => {
    const typed = control.current?.value ?? '';
    if (typed !== '' && typed !== value) onChange(typed);
  });
  useEffect(() => takeOver(), []);
  return control;
}
