import { fastify } from 'fastify';
import { Pool, types } from 'pg';
import { lotPage } from '../../server/modules/lots/lotReader.ts';
import { LOT_COLUMNS, lotView, type LotRow } from '../../server/modules/lots/lotView.ts';
import { publicLot } from '../../server/modules/provenance/publicLot.ts';
import { plainCreations } from './plainCreations.ts';

/*
 * The cost of the same data without the program: one handler, one prepared statement whose plan is kept, JSON. No
 * login, limits, envelope or count. Lots are created in a separate database (PLAIN_DATABASE_URL), where no worker takes
 * the queued jobs.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
types.setTypeParser(1082, (text) => text);
const app = fastify();
type Page = { Querystring: { page: string } };
const LIST = { limit: 12, filter: {}, sort: 'harvestDate', order: 'desc' } as const;

const pageOfLots = async (name: string, { text, values }: ReturnType<typeof lotPage>): Promise<object> => {
  const { rows } = await pool.query<LotRow>({ name, text, values });
  const now = new Date();
  return { lots: rows.map((row) => lotView(row, now)) };
};

app.get<Page>('/lots', async ({ query }) => {
  // The statement of our own list, whose plan is kept as well: what is compared is all that we do beside it.
  const statement = lotPage({ kind: 'all' }, { ...LIST, page: Number(query.page) });
  return pageOfLots(`page-${statement.values.length}`, statement);
});

app.get<Page>('/lots/by-offset', async ({ query }) => {
  // In its simplest form; PostgreSQL plans it at each call.
  const text = `select ${LOT_COLUMNS} from lot l where l.deleted_at is null order by l.harvest_date desc, l.id desc limit 12 offset $1`;
  return pageOfLots('offset', { text, values: [(Number(query.page) - 1) * LIST.limit] });
});

app.get<{ Params: { lotId: string } }>('/lots/public/:lotId', async (request) => {
  const text = `select ${LOT_COLUMNS} from lot l where l.lot_id = $1 and l.deleted_at is null`;
  const { rows } = await pool.query<LotRow>({ name: 'one', text, values: [request.params.lotId] });
  const [row] = rows;
  return { lot: row === undefined ? null : publicLot({ dossier: { row, events: [], checks: [] }, chain: null }, true) };
});

plainCreations(app, new Pool({ connectionString: process.env.PLAIN_DATABASE_URL, max: 20 }));

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(
  `plain on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}\n`,
);
process.on('SIGTERM', () => process.exit(0));
