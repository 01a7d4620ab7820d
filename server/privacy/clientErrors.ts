import { eraseClientErrors } from '../monitoring/clientReports.ts';
import { mentions, unmistakable } from './person.ts';
import type { PersonalStore } from './personalStore.ts';

/** Errors that browsers reported: nobody's by account, but a text may name somebody. */
export const clientErrors: PersonalStore = {
  erase: async (em, { person }) => {
    const sought = unmistakable(person);
    return (await eraseClientErrors(em, (text) => mentions(text, sought))) > 0 ? ['clientErrors'] : [];
  },
  export: async () => ({}),
};
