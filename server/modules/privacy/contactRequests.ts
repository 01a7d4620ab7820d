import { contactRequestsOf, eraseContactRequests } from '../monitoring/contactService.ts';
import { mentions, unmistakable, type Person } from './person.ts';
import type { PersonalStore } from './personalStore.ts';

/** Contact requests by a person, known by address or full name, or that name them. */
export const contactRequests: PersonalStore = {
  erase: async (em, { person }) => ((await eraseContactRequests(em, by(person))) > 0 ? ['contactRequests'] : []),
  async *export(em, person) {
    yield ['contactRequests', await contactRequestsOf(em, by(person))];
  },
};

function by(person: Person) {
  const sought = unmistakable(person);
  return (request: { firstName: string; lastName: string; email: string; company: string; message: string | null }) =>
    mentions(
      [`${request.firstName} ${request.lastName}`, request.email, request.company, request.message ?? ''].join(' | '),
      sought,
    );
}
