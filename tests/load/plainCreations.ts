import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { LOT_COLUMNS, lotView, type LotRow } from '../../server/modules/lots/lotView.ts';
import type { lotBody } from './lotBody.ts';

/** What a creation writes, one prepared statement a row (`writtenOf` in creations.ts counts them on both sides). */
const STATEMENTS = {
  lot: `insert into lot as l (id, lot_id, lot_key, farm_id, farmer_name, variety, harvest_date, lat_micro, lon_micro,
      weight_grams, moisture_hundredths, temperature_hundredths, certifications, satellite_message, satellite_said,
      head_seq, head_hash, created_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'The first check is queued',
      '[{"code": "satellite.first_check_queued", "values": {}}]', 1, $14, $15) returning ${LOT_COLUMNS}`,
  event: `insert into lot_event (event_id, lot_id, seq, type, at, actor_id, actor_role, request_id, content, content_hash, seal)
    values ($1, $2, 1, 'created', now(), $3, 'admin', $4, $5, $6, $7)`,
  value: 'insert into personal_value (event_id, field, value, salt) values ($1, $2, $3::jsonb, $4)',
  outbox: 'insert into ledger_outbox (event_id, lot_id, seq) values ($1, $2, 1)',
  news: `insert into event_log (topic, kind, lot_id) values ('lot', 'created', $1)`,
  job: `select 1 from graphile_worker.add_job('satellite-check', $1::json, job_key => $2, max_attempts => 25,
    job_key_mode => 'unsafe_dedupe')`,
  audit: `insert into audit_entry (key, user_id, role, action, target_kind, target_id, request_id, seal)
    values ($1, $2, 'admin', 'lot.created', 'lot', $3, $4, $5)`,
} as const;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const micro = (degrees: number): number => Math.round(degrees * 1e6);

/** `POST /lots`: the rows of one creation, as many and as large as ours, in one transaction. Nothing is checked, nothing sealed. */
export function plainCreations(app: FastifyInstance, pool: Pool): void {
  let maker: Promise<string> | null = null;
  const anyAccount = async (): Promise<string> =>
    (await pool.query<{ id: string }>('select id from app_user limit 1')).rows[0]?.id ?? '';
  app.post<{ Body: ReturnType<typeof lotBody> }>('/lots', async (request, reply) => {
    const body = request.body;
    const by = await (maker ??= anyAccount());
    const [id, eventId, requestId] = [randomUUID(), hex(16), randomUUID()];
    const place = [micro(body.latitude), micro(body.longitude)];
    const personal = {
      farmerName: body.farmerName,
      farmId: body.farmId,
      place,
      place2: place,
      place1: place,
      userName: 'Bench',
    };
    const commit = Object.fromEntries(Object.keys(personal).map((field) => [field, hex(32)]));
    const content = JSON.stringify({ v: 1, eventId, lotKey: hex(16), seq: 1, commit, salt: hex(32), set: body });
    const hash = createHash('sha256').update(content).digest('hex');
    const client = await pool.connect();
    const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
      client.query<LotRow>({ name, text: STATEMENTS[name], values });
    try {
      await client.query('begin');
      const { rows } = await run('lot', [
        id,
        body.lotId,
        hex(16),
        body.farmId,
        body.farmerName,
        body.cacaoVariety,
        body.harvestDate,
        ...place,
        body.weight * 1_000,
        body.moistureContent * 100,
        body.temperature * 100,
        body.certifications,
        hash,
        by,
      ]);
      await run('event', [eventId, id, by, requestId, content, hash, hex(26)]);
      for (const [field, value] of Object.entries(personal)) {
        await run('value', [eventId, field, JSON.stringify(value), randomBytes(32)]);
      }
      await run('outbox', [eventId, id]);
      await run('news', [id]);
      const payload = { lotUuid: id, requestedBy: { userId: by, role: 'admin', gdprConsent: false, requestId } };
      await run('job', [JSON.stringify({ payload, seal: hex(26) }), `satellite-check:${id}`]);
      await run('audit', [randomBytes(16), by, id, requestId, hex(26)]);
      await client.query('commit');
      void reply.code(201);
      const [row] = rows;
      return { lot: row === undefined ? null : lotView(row, new Date()) };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}
