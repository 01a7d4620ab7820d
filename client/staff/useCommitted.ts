import { useLayoutEffect, useState } from 'react';

/**
 * An address value as currently committed to the screen; use it for query variables. The router renders a new address
 * concurrently, and a query starts during that render. An interruption such as a live update renders the old address
 * again, so both queries would run in turns, each response interrupting the other.
 */
export function useCommitted<Value>(value: Value): Value {
  const [committed, commit] = useState(value);
  // oxlint-disable-next-line react/set-state-in-effect -- renders again before paint
  useLayoutEffect(() => commit(value), [value]);
  return committed;
}
