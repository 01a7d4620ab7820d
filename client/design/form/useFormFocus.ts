import { useEffect, useRef, useState, type RefObject } from 'react';

/** Where the focus goes in a form: to its first control, or to the first one whose input cannot be taken. */
export type FormPlace = 'start' | 'wrong';

const SELECTORS: Record<FormPlace, string> = {
  // A step without controls marks what is read first.
  start: 'input:not([disabled]):not([readonly]), select:not([disabled]), textarea:not([disabled]), [data-step-start]',
  wrong: '[aria-invalid="true"]',
};

/** Where a form begins: its first control. */
export function formStart(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>(SELECTORS.start) ?? null;
}

/** Moves the focus inside a form after the next rendering. @returns the form's ref, and the move */
export function useFormFocus(): [RefObject<HTMLFormElement | null>, (place: FormPlace) => void] {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState<{ place: FormPlace } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const control = form.current?.querySelector<HTMLElement>(SELECTORS[asked.place]);
    control?.focus();
    // The message stands below its control and must be in sight too; a new step is read from its top.
    if (asked.place === 'wrong') control?.scrollIntoView({ block: 'center' });
    else form.current?.parentElement?.scrollTo({ top: 0 });
  }, [asked]);
  return [form, (place) => setAsked({ place })];
}
