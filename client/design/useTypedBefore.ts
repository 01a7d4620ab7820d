import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * On a page that came drawn from the server a person may type before its script has come. That stands in the control and not in the
 * state, which would put its own empty text over it with the next drawing: it is taken over once, as if it were typed now.
 * @returns to be set on the control
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
