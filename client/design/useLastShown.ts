import { useState } from 'react';

/** What a dialog is about, also while it closes: its words must not change on its way out. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
