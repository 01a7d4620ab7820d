import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import type { ComboboxOption } from '../../design/ComboboxField.tsx';
import { PeopleFoundDocument } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useDebounced } from '../users/useDebounced.ts';

const TYPING_RESTS_MS = 200;
/** Actor name of automatic actions in the audit trail (`server/modules/audit`). */
const PROGRAM = 'system';

/**
 * Suggests actors for the typed text: accounts that the caller may see, and the system itself. Without a response, only
 * the system is suggested, and the typed text is used unchanged.
 */
export function usePeopleFound(typed: string): readonly ComboboxOption[] {
  const { say } = useOfficeWords();
  const [sought, setSought] = useState(typed);
  useDebounced(typed, TYPING_RESTS_MS, setSought);
  const { data, previousData } = useQuery(PeopleFoundDocument, { variables: { search: sought.trim() || null } });
  const users = (data ?? previousData)?.users.users;
  return useMemo(() => {
    const program = { value: PROGRAM, label: say('audit.system'), detail: PROGRAM };
    const text = sought.trim().toLowerCase();
    const isProgram = [program.label.toLowerCase(), PROGRAM].some((name) => name.includes(text));
    const people = (users ?? []).map(({ username, name }) => ({ value: username, label: name, detail: username }));
    return isProgram ? [...people, program] : people;
  }, [users, sought, say]);
}
