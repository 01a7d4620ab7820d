/** With an outcome a note is required (decisions, 'Place, satellite check, alerts'); null when the form may be sent. */
export function noteError(outcome: string, note: string): string | null {
  return outcome !== '' && note.trim() === ''
    ? 'A note is required when the outcome changes the status of the lot'
    : null;
}
