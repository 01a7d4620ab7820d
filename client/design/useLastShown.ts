import { useState } from 'react';

/** The last non-null value, so that a dialog keeps its content during its closing animation. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
