import { clientErrorsOf, eraseClientErrors } from '../monitoring/clientReports.ts';
import { mentions, unmistakable, type Person } from './person.ts';
import type { PersonalStore } from './personalStore.ts';

/** Errors that browsers reported: not linked to an account, but a text may contain a name. */
export const clientErrors: PersonalStore = {
  erase: async (em, { person }) => ((await eraseClientErrors(em, naming(person))) > 0 ? ['clientErrors'] : []),
  async *export(em, person) {
    yield ['clientErrors', await clientErrorsOf(em, naming(person))];
  },
};

function naming(person: Person): (text: string) => boolean {
  const sought = unmistakable(person);
  return (text) => mentions(text, sought);
}
