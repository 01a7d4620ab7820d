/** The most characters that a contact request takes, by field. */
export const CONTACT_LENGTHS = { firstName: 80, lastName: 80, email: 254, company: 120, message: 2000 } as const;

export type ContactField = keyof typeof CONTACT_LENGTHS;

/** What must not be empty (public specification, section 5). */
export const REQUIRED_OF_CONTACT = [
  'firstName',
  'lastName',
  'email',
  'company',
] as const satisfies readonly ContactField[];
