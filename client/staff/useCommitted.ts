import { useLayoutEffect, useState } from 'react';

/**
 * A value of the address as it stands on the screen: what a query is asked by. The router draws a new address in the background, and a query asks
 * while it is drawn. What breaks in upon that, such as news, draws the old address again; so both would be asked by turns, each answer breaking in
 * upon the next.
 */
export function useCommitted<Value>(value: Value): Value {
  const [committed, commit] = useState(value);
  // oxlint-disable-next-line react/set-state-in-effect -- drawn anew before it is painted
  useLayoutEffect(() => commit(value), [value]);
  return committed;
}
