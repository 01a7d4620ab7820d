interface Listed {
  id: string;
  /** ISO 8601 */
  createdAt: string;
}

/**
 * The open alert to look at after the current one: the next older one, then the newest again. The current one may have
 * left the list, because it was answered.
 * @param open newest first
 */
export function nextAlert<Alert extends Listed>(open: readonly Alert[], current: Listed): Alert | null {
  const others = open.filter(({ id }) => id !== current.id);
  const at = open.findIndex(({ id }) => id === current.id);
  const following =
    at < 0
      ? others.find(({ createdAt }) => Date.parse(createdAt) <= Date.parse(current.createdAt))
      : open.slice(at + 1)[0];
  return following ?? others[0] ?? null;
}
