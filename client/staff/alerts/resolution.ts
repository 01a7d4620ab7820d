import type { StaffId } from '../../words/staffWords.ts';

/** With an outcome a note is required (decisions, 'Place, satellite check, alerts'); null when the form may be sent. */
export function noteError(outcome: string, note: string): StaffId | null {
  return outcome !== '' && note.trim() === '' ? 'resolve.noteRequired' : null;
}
