import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { TOLD } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { browserOf } from '../identity/userAgent.ts';

/** Rows that each table holds at most; the oldest make room. */
export const MOST_ROWS = 10_000;
/** Measurements of one report. */
const MOST_METRICS = 20;

/** What is longer than a report needs is cut off rather than refused: it comes from a page that is broken already. */
const cut = (field: string, length: number) =>
  z
    .string(encodeMessage(TOLD.notText({ field })))
    .transform((text) => text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, length));

/** A path without its query and fragment, which contain typed text. */
const path = cut('path', 200)
  .transform((text) => text.replace(/[?#].*$/s, ''))
  .nullish()
  .meta({ description: 'Path of the page, without its query' });

/** A page's error; other fields are dropped. */
export const clientErrorInput = z.object({
  message: cut('message', 500)
    .pipe(z.string().min(1, encodeMessage(TOLD.required({ field: 'message' }))))
    .meta({ description: 'What the error says; cut off after 500 characters', minLength: 1, pattern: '[^\\s\\x00]' }),
  path,
});
export type ReportedClientError = z.output<typeof clientErrorInput>;

const measured = {
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9._-]{0,59}$/, encodeMessage(TOLD.measure({ most: 60 })))
    .meta({ description: 'What was measured, such as LCP' }),
  value: z.number().meta({ description: 'in the unit that the name implies' }),
};

/**
 * One measurement or up to 20; other fields are dropped. Input of neither form gets one message, whatever is missing.
 */
export const clientMetricInput = z.union(
  [
    z.object({ ...measured, path }),
    z.object({
      metrics: z
        .array(z.object(measured))
        .min(1, encodeMessage(TOLD.emptyList({ field: 'metrics' })))
        .max(MOST_METRICS),
      path,
    }),
  ],
  encodeMessage(TOLD.noMeasurement({})),
);
export type ClientMetrics = z.output<typeof clientMetricInput>;

/** Reports of errors and speed from browsers. No address, user or full user agent is stored. */
export class ClientReports {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async addError({ message, path: page }: ReportedClientError, userAgent: string | undefined): Promise<void> {
    await this.#database.rows(
      `with added as (
         insert into client_error (message, path, browser) values ($1, $2, $3) returning id
       )
       delete from client_error where id in (
         select id from client_error where id <= (select id - ${MOST_ROWS} from added) for update skip locked)`,
      [message, page ?? null, browserOf(userAgent)],
    );
  }

  async addMetrics(report: ClientMetrics, userAgent: string | undefined): Promise<void> {
    const metrics = 'metrics' in report ? report.metrics : [report];
    await this.#database.rows(
      `with added as (
         insert into client_metric (name, value, path, browser)
         select name, value, $2, $3 from json_to_recordset($1::json) as metric (name text, value float8) returning id
       )
       delete from client_metric where id in (
         select id from client_metric where id <= (select max(id) - ${MOST_ROWS} from added) for update skip locked)`,
      [JSON.stringify(metrics), report.path ?? null, browserOf(userAgent)],
    );
  }
}

const storedErrors = z.array(
  z.object({
    id: z.coerce.number(),
    at: z.coerce.date(),
    message: z.string(),
    path: z.string().nullable(),
    browser: z.string().nullable(),
  }),
);

/** Errors whose text contains a name. @param naming tests a text */
export async function clientErrorsOf(
  em: EntityManager,
  naming: (text: string) => boolean,
): Promise<z.infer<typeof storedErrors>> {
  const rows = storedErrors.parse(
    await em.execute('select id, at, message, path, browser from client_error order by at, id'),
  );
  return rows.filter(({ message, path: page }) => naming(`${message} ${page ?? ''}`));
}

/** Deletes errors whose text contains a name. @param naming tests a text; @returns how many were deleted */
export async function eraseClientErrors(em: EntityManager, naming: (text: string) => boolean): Promise<number> {
  const gone = (await clientErrorsOf(em, naming)).map(({ id }) => id);
  if (gone.length === 0) return 0;
  await em.execute(
    'delete from client_error where id in (select value::bigint from json_array_elements_text(?::json))',
    [JSON.stringify(gone)],
  );
  return gone.length;
}
