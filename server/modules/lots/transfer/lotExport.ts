import { Readable } from 'node:stream';
import type { Database } from '../../../platform/database/database.ts';
import { currentRequest, streamedStep, type RequestScope } from '../../../platform/database/requestScope.ts';
import type { LotScope, PermissionTable } from '../../../domain/access/permissions.ts';
import { scopeOf, type Caller } from '../../../platform/access/caller.ts';
import { csvLine } from '../../../platform/rest/csv.ts';
import type { Deliveries, ReceivedDelivery } from '../deliveries.ts';
import { lotCondition, type LotChoice } from '../lotQuery.ts';
import { LOT_COLUMNS, lotView, type LotRow, type LotView } from '../lotView.ts';
import { BETWEEN_CERTIFICATIONS, COLUMNS } from './lotColumns.ts';

export const EXPORT_FORMATS = ['csv', 'json', 'geojson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  geojson: 'application/geo+json',
};

/**
 * Number of lots that are read and written at a time: the memory of an export, and the time that other requests wait.
 */
const PAGE = 250;

/** A lot as the list shows it, without what its reader may do. */
interface ExportedLot extends LotView {
  delivery: ReceivedDelivery | null;
}

/** How each format begins, writes its lots, parts them and ends. */
interface Form {
  start: string;
  lot(view: ExportedLot): string;
  between: string;
  end: string;
}

const FORMS: Record<ExportFormat, Form> = {
  csv: { start: csvLine(COLUMNS), lot: csvOf, between: '', end: '' },
  json: { start: '[\n', lot: (view) => JSON.stringify(view), between: ',\n', end: '\n]\n' },
  geojson: {
    start: '{"type":"FeatureCollection","features":[\n',
    lot: (view) => JSON.stringify(featureOf(view)),
    between: ',\n',
    end: '\n]}\n',
  },
};

/** Lots as files, streamed in pages by key: no connection is held while a slow client reads. */
export class LotExport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #deliveries: Deliveries;

  constructor(database: Database, permissions: PermissionTable, deliveries: Deliveries) {
    this.#database = database;
    this.#permissions = permissions;
    this.#deliveries = deliveries;
  }

  /**
   * The lots of a caller's list in one file, newest harvest first. A lot that is changed meanwhile is written as before
   * or after the change. Each page after the first waits for its turn among the request's heavy work.
   * @returns a stream of UTF-8 text; the first page is read before, so that its errors are still answered as errors
   * @throws Refused 'unauthenticated'
   */
  async run(caller: Caller, filter: LotChoice, format: ExportFormat): Promise<Readable> {
    const scope = scopeOf(this.#permissions, caller);
    const request = currentRequest();
    const first = await this.#page(scope, filter, null);
    return Readable.from(this.#texts(scope, filter, FORMS[format], first, request), { objectMode: false });
  }

  async *#texts(
    scope: LotScope,
    filter: LotChoice,
    form: Form,
    first: LotRow[],
    request: RequestScope | undefined,
  ): AsyncGenerator<string> {
    yield form.start;
    let portion = await this.#batch(form, first);
    if (portion.text !== '') yield portion.text;
    for (let after = portion.last; after !== null; after = portion.last) {
      const from = after;
      const next = async (): Promise<Batch> => this.#batch(form, await this.#page(scope, filter, from));
      portion = await streamedStep(request, next);
      if (portion.text !== '') yield form.between + portion.text;
    }
    yield form.end;
  }

  async #batch(form: Form, page: readonly LotRow[]): Promise<Batch> {
    const now = new Date();
    // The columns of CSV are those of docs/spec/lots-and-stages.md, without deliveries.
    const received = form === FORMS.csv ? null : await this.#deliveries.ofLots(page.map(({ id }) => id));
    return {
      text: page
        .map((row) => form.lot({ ...lotView(row, now), delivery: received?.get(row.id) ?? null }))
        .join(form.between),
      last: page.length < PAGE ? null : (page.at(-1) ?? null),
    };
  }

  #page(scope: LotScope, filter: LotChoice, after: LotRow | null): Promise<LotRow[]> {
    const { where, values } = lotCondition(scope, filter);
    const from = values.length;
    const rest = after === null ? '' : ` and (l.harvest_date, l.id) < ($${from + 1}, $${from + 2})`;
    const keys = after === null ? [] : [after.harvestDate, after.id];
    return this.#database.lists.rows<LotRow>(
      `select ${LOT_COLUMNS} from lot l where ${where}${rest} order by l.harvest_date desc, l.id desc limit ${PAGE}`,
      [...values, ...keys],
    );
  }
}

interface Batch {
  text: string;
  /** the lot after which the next page begins; null when there is none */
  last: LotRow | null;
}

function csvOf(view: LotView): string {
  return csvLine(
    COLUMNS.map((name) => {
      if (name === 'certifications') return view.certifications.join(BETWEEN_CERTIFICATIONS);
      if (name === 'plots') return view.plots?.join(BETWEEN_CERTIFICATIONS) ?? null;
      if (name === 'blockchainHash') return view.blockchainHash?.transactionId ?? null;
      return view[name];
    }),
  );
}

/** A lot as a GeoJSON Feature (RFC 7946): its place is the geometry, all else its properties. */
function featureOf({ latitude, longitude, ...properties }: ExportedLot): object {
  const placed = latitude !== null && longitude !== null;
  return {
    type: 'Feature',
    geometry: placed ? { type: 'Point', coordinates: [longitude, latitude] } : null,
    properties,
  };
}
