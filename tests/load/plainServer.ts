import { fastify } from 'fastify';
import { Pool, types } from 'pg';
import { LOT_COLUMNS, lotView, type LotRow } from '../../server/lots/lotView.ts';
import { publicLot } from '../../server/provenance/publicLot.ts';

/*
 * What the same data costs without us: one handler, one prepared statement, JSON. No login, limits, envelope or count.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
types.setTypeParser(1082, (text) => text);
const app = fastify();

app.get('/lots', async () => {
  const text = `select ${LOT_COLUMNS} from lot l where l.deleted_at is null order by l.harvest_date desc, l.id desc limit $1 offset $2`;
  const { rows } = await pool.query<LotRow>({ name: 'page', text, values: [12, 0] });
  const now = new Date();
  return { lots: rows.map((row) => lotView(row, now)) };
});

app.get<{ Params: { lotId: string } }>('/lots/public/:lotId', async (request) => {
  const text = `select ${LOT_COLUMNS} from lot l where l.lot_id = $1 and l.deleted_at is null`;
  const { rows } = await pool.query<LotRow>({ name: 'one', text, values: [request.params.lotId] });
  const [row] = rows;
  return { lot: row === undefined ? null : publicLot({ dossier: { row, events: [], checks: [] }, chain: null }, true) };
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(
  `plain on http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}\n`,
);
process.on('SIGTERM', () => process.exit(0));
