import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { CONTACT_LENGTHS } from '../../domain/public/contact.ts';
import { hidesCharacters } from '../../domain/text/hiddenCharacters.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { INPUT, type InputField } from '../../domain/messages/inputMessages.ts';
import { isStorable, NOT_BLANK_PATTERN, STORABLE_PATTERN } from '../../domain/text/validText.ts';
import { requirePerson, type Caller, type RequestInfo } from '../../platform/access/caller.ts';
import { addressGroup } from '../../platform/access/addressGroup.ts';
import type { Rate } from '../../platform/rate-limits/rate.ts';
import { forbidden, Refused } from '../../platform/errors/refusal.ts';

/** The specified text of an incomplete form (docs/spec/public-pages.md, 'Contact form'). */
const INCOMPLETE = encodeMessage(INPUT.incomplete({}));
export const MOST_REQUESTS = 10_000;
export const CONTACTS_PER_ADDRESS = { calls: 10, windowMs: 600_000 };

function text(field: InputField & keyof typeof CONTACT_LENGTHS) {
  const length = CONTACT_LENGTHS[field];
  return z
    .string({ error: INCOMPLETE })
    .max(length, encodeMessage(INPUT.tooLong({ field, most: length })))
    .trim()
    .normalize('NFC')
    .refine(isStorable, encodeMessage(INPUT.notStorable({ field })))
    .meta({ pattern: STORABLE_PATTERN });
}

/** A name without invisible characters. */
function nameText(field: InputField & keyof typeof CONTACT_LENGTHS) {
  return required(field).refine((value) => !hidesCharacters(value), encodeMessage(INPUT.hiddenCharacters({ field })));
}

function required(field: InputField & keyof typeof CONTACT_LENGTHS) {
  return text(field).min(1, INCOMPLETE).meta({ pattern: NOT_BLANK_PATTERN });
}

/** What the contact form sends; message is optional. */
export const contactInput = z.strictObject({
  firstName: nameText('firstName'),
  lastName: nameText('lastName'),
  email: required('email')
    .pipe(z.email(encodeMessage(INPUT.emailForm({}))))
    .meta({ format: 'email', pattern: z.regexes.email.source }),
  company: nameText('company'),
  message: text('message').nullish(),
});
export type ContactRequest = z.output<typeof contactInput>;

export interface ContactRequestView {
  id: string;
  at: string;
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  message: string | null;
}

const COLUMNS = `id, at, first_name as "firstName", last_name as "lastName", email, company, message`;

/** Contact requests, stored for admins if the operator enables it (docs/spec/public-pages.md, 'Contact form'). */
export class ContactService {
  readonly #database: Database;
  readonly #stores: boolean;
  readonly #rate: Rate | null;

  /**
   * @param parts.stores whether requests are stored; otherwise the call does not exist
   * @param parts.rate limit of requests for an address; null: unlimited
   */
  constructor(parts: { database: Database; stores: boolean; rate: Rate | null }) {
    this.#database = parts.database;
    this.#stores = parts.stores;
    this.#rate = parts.rate;
  }

  /** @throws Refused not-found (not offered here), too-many-requests; DiskFull */
  async add(
    { firstName, lastName, email, company, message }: ContactRequest,
    info: Pick<RequestInfo, 'address'>,
  ): Promise<void> {
    this.#assertOffered();
    this.#rate?.count(addressGroup(info.address));
    await this.#database.disk.assertRoom();
    await this.#database.rows(
      `insert into contact_request (id, at, first_name, last_name, email, company, message)
       values ($1, now(), $2, $3, $4, $5, $6)`,
      [randomUUID(), firstName, lastName, email, company, message || null],
    );
    await this.#database.rows(
      `delete from contact_request where id in (
         select id from contact_request
         where id in (select id from contact_request order by at desc, id offset ${MOST_REQUESTS}) for update skip locked)`,
    );
  }

  /** Newest first. @throws Refused unauthenticated, forbidden, not-found (not offered here) */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ requests: ContactRequestView[]; pagination: Pagination }> {
    if (requirePerson(caller).role !== 'admin') throw forbidden();
    this.#assertOffered();
    const [rows, total] = await Promise.all([
      this.#database.rows<Omit<ContactRequestView, 'at'> & { at: Date }>(
        `select ${COLUMNS} from contact_request order by at desc, id limit $1 offset $2`,
        [limit, (page - 1) * limit],
      ),
      this.#database.row<{ count: number }>('select count(*) from contact_request'),
    ]);
    return {
      requests: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      pagination: pageOf(total?.count ?? 0, page, limit),
    };
  }

  /** As `list`; null where the operator keeps no requests. @throws Refused unauthenticated, forbidden */
  async listIfKept(
    caller: Caller,
    listing: { page: number; limit: number },
  ): Promise<{ requests: ContactRequestView[]; pagination: Pagination } | null> {
    if (requirePerson(caller).role !== 'admin') throw forbidden();
    return this.#stores ? this.list(caller, listing) : null;
  }

  #assertOffered(): void {
    if (!this.#stores) throw new Refused({ kind: 'not-found', said: REFUSED.resourceNotFound({}) });
  }
}

const kept = z.array(
  z.object({
    id: z.string(),
    at: z.coerce.date(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    company: z.string(),
    message: z.string().nullable(),
  }),
);
type StoredRequest = z.infer<typeof kept>[number];

/** The requests that `theirs` picks. */
export async function contactRequestsOf(
  em: EntityManager,
  theirs: (request: StoredRequest) => boolean,
): Promise<StoredRequest[]> {
  return kept.parse(await em.execute(`select ${COLUMNS} from contact_request order by at, id`)).filter(theirs);
}

/** Deletes the requests that `theirs` picks. @returns how many went */
export async function eraseContactRequests(
  em: EntityManager,
  theirs: (request: StoredRequest) => boolean,
): Promise<number> {
  const gone = await contactRequestsOf(em, theirs);
  await em.execute(
    'delete from contact_request where id in (select value::uuid from json_array_elements_text(?::json))',
    [JSON.stringify(gone.map(({ id }) => id))],
  );
  return gone.length;
}
