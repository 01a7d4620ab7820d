import { useEffect, useRef, useState, type RefObject } from 'react';

/** Focus target in a form: its first control, or the first invalid one. */
export type FormPlace = 'start' | 'wrong';

const SELECTORS: Record<FormPlace, string> = {
  // A step without controls marks the element to focus.
  start: 'input:not([disabled]):not([readonly]), select:not([disabled]), textarea:not([disabled]), [data-step-start]',
  wrong: '[aria-invalid="true"]',
};

/** The first control of a form. */
export function formStart(form: HTMLElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>(SELECTORS.start) ?? null;
}

/**
 * Moves the focus inside a form after the next render.
 * @returns the form's ref, and the function that moves the focus
 */
export function useFormFocus(): [RefObject<HTMLFormElement | null>, (place: FormPlace) => void] {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState<{ place: FormPlace } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const control = form.current?.querySelector<HTMLElement>(SELECTORS[asked.place]);
    control?.focus();
    // Scroll the message below the control into view too; a new step is read from its top.
    if (asked.place === 'wrong') control?.scrollIntoView({ block: 'center' });
    else form.current?.parentElement?.scrollTo({ top: 0 });
  }, [asked]);
  return [form, (place) => setAsked({ place })];
}
