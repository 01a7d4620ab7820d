import { useEffect, useRef, useState, type RefObject } from 'react';

type Target = 'start' | 'error';

/**
 * Moves focus inside a wizard's form after the next render: to the first control of a new step, or to the first control
 * whose input cannot be taken.
 */
export function useStepFocus(): [RefObject<HTMLFormElement | null>, (target: Target) => void] {
  const form = useRef<HTMLFormElement>(null);
  const [request, setRequest] = useState<{ target: Target } | null>(null);
  useEffect(() => {
    if (request === null) return;
    const wanted =
      request.target === 'error'
        ? '[aria-invalid="true"]'
        : 'input:not([disabled]):not([readonly]), select:not([disabled]), textarea:not([disabled]), [data-step-start]';
    const control = form.current?.querySelector<HTMLElement>(wanted);
    control?.focus();
    // The message stands below its control and must be in sight too; a new step is read from its top.
    if (request.target === 'error') control?.scrollIntoView({ block: 'center' });
    else form.current?.parentElement?.scrollTo({ top: 0 });
  }, [request]);
  return [form, (target) => setRequest({ target })];
}
