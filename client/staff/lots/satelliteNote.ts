/**
 * Takes apart what a satellite check said of itself: the sentence that marks sample data, and any reason besides (at sea, no data),
 * which stands before it.
 * @param message `satelliteMessage` of a lot
 */
export function satelliteNote(message: string | null): { reason: string | null; sample: string | null } {
  if (message === null) return { reason: null, sample: null };
  const start = message.search(/\bSample data\b/);
  if (start < 0) return { reason: message, sample: null };
  return { reason: message.slice(0, start).trim() || null, sample: message.slice(start) };
}
