import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';

/**
 * An outcome is a conclusion that people have to be able to follow, so it needs a note (docs/spec/alerts.md, 'Resolving
 * an alert').
 */
export function hasNeededNote({
  note,
  outcome,
}: {
  note: string | null;
  outcome?: string | null | undefined;
}): boolean {
  return !outcome || note !== null;
}

/** How a schema says that the note is missing: .refine(hasNeededNote, NOTE_NEEDED) */
export const NOTE_NEEDED = { path: ['note'], error: encodeMessage(INPUT.noteRequired({})) };
