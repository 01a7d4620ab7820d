/** Longest texts of a contact request, by field. */
export const CONTACT_LENGTHS = { firstName: 80, lastName: 80, email: 254, company: 120, message: 2000 } as const;

export type ContactField = keyof typeof CONTACT_LENGTHS;

/** Required fields (docs/spec/public-pages.md, 'Contact form'). */
export const REQUIRED_OF_CONTACT = [
  'firstName',
  'lastName',
  'email',
  'company',
] as const satisfies readonly ContactField[];
