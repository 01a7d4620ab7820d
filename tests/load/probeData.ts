import type { Database } from '../../server/platform/database/database.ts';
import { lengthen } from '../support/longLot.ts';
import { raiseSmoke } from '../support/raiseAlert.ts';
import type { RestAnswer, RestClient } from '../support/restClient.ts';
import { until } from '../support/until.ts';
import { lotBody } from './lotBody.ts';
import type { ProbeData } from './probeCalls.ts';
import { slantedBand } from './slantedBands.ts';

/** As many as a farm may have of 2,000 corners each. */
const BANDS = 24;
const EVENTS = 1_500;
const ALERTS = 300;
const COMMENTS = 200;
/** Calls under way at once while the data are made. */
const AT_ONCE = 10;
const IMPORTED_LOTS = 10_000;
const JPEG_SEGMENTS = 2_400_000;
const FARM = 'FARM001';

/** Brings what the probe's calls name into the database of a running server, through its interface where that is fast enough. */
export async function makeProbeData(rest: RestClient, database: Database): Promise<ProbeData> {
  const plots = bandFile();
  const form = new FormData();
  form.set('file', plots, 'plots.geojson');
  const imported = await rest.form(`/farms/${FARM}/plots/import`, form);
  if (imported.data.created !== BANDS) throw new Error(`The plots were not taken: ${JSON.stringify(imported.data)}`);
  const { data: farm } = taken(await rest.get(`/farms/${FARM}/plots`));
  const plotIds: string[] = farm.plots.slice(0, 20).map(({ id }: { id: string }) => id);

  // From as many plots as a lot may have.
  const { latitude: _, longitude: __, ...body } = lotBody('LOTPROBE');
  const { data: made } = taken(await rest.send('POST', '/lots', { ...body, farmId: FARM, plots: plotIds }));
  const lot = { id: String(made.lot.id), lotId: 'LOTPROBE' };
  await settled(database);
  await lengthen(database, lot.id, EVENTS);
  await settled(database);
  const alertIds: string[] = [];
  for (let i = 0; i < ALERTS; i += 1) {
    alertIds.push(await raiseSmoke(database, lot.id, { title: 'x'.repeat(200), description: 'x'.repeat(2_000) }));
  }
  const [alertId = ''] = alertIds;
  // Decided on once the lot was compared with its ledger.
  const acknowledge = async (): Promise<boolean> =>
    (await rest.send('PUT', `/alerts/${alertId}/acknowledge`)).status === 200;
  await until(acknowledge, 'the alert to be acknowledged', { withinMs: 120_000, lookMs: 500 });
  for (let i = 0; i < COMMENTS; i += AT_ONCE) {
    const comment = { text: 'x'.repeat(2_000) };
    await Promise.all(Array.from({ length: AT_ONCE }, () => rest.send('POST', `/alerts/${alertId}/comments`, comment)));
  }
  const photo = new FormData();
  photo.set('file', manySegments(10_000, 9_000_000), 'photo.jpg');
  const { data: withFile } = taken(await rest.form(`/alerts/${alertId}/files`, photo));
  const user = await rest.send('POST', '/users', {
    username: 'probed',
    password: 'correct-horse-1',
    role: 'auditor',
    name: 'Probed',
    email: '',
    farmId: '',
  });
  const { data: hook } = await rest.send('POST', '/hooks', { name: 'Probe', url: 'https://hook.example/', farmId: '' });
  const { data: report } = await rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-12-31');
  const lots = await database.rows<{ id: string }>('select id from lot order by id limit 100');
  const head = await rest.get('/ledger/head');
  return {
    farmId: FARM,
    plotId: plotIds[0] ?? '',
    outline: JSON.stringify(slantedBand(0.5)),
    lot,
    lotUuids: lots.map(({ id }) => id),
    alertId,
    alertIds: alertIds.slice(0, 100),
    fileId: String(withFile?.investigation?.files?.[0]?.id ?? ''),
    hookId: String(hook?.hook?.id ?? ''),
    userId: String(user.data?.user?.id ?? ''),
    reportId: String(report?.report?.reportId ?? ''),
    blocks: Number(head.data?.head?.blocks ?? 2),
    jpeg: manySegments(JPEG_SEGMENTS, 0),
    plots,
    lots: lotFile(),
    farms: farmFile(),
  };
}

function taken(answer: RestAnswer): RestAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
  return answer;
}

/** Until all events are recorded. */
async function settled(database: Database): Promise<void> {
  const look = async (): Promise<boolean> =>
    (await database.row(`select 1 from lot where ledger_status = 'pending'`)) === null;
  await until(look, 'events to be recorded', { withinMs: 300_000, lookMs: 250 });
}

export function bandFile(): Blob {
  const features = Array.from({ length: BANDS }, (_, i) => ({
    type: 'Feature',
    properties: { name: `Band ${i}` },
    geometry: slantedBand(i),
  }));
  return new Blob([JSON.stringify({ type: 'FeatureCollection', features })], { type: 'application/geo+json' });
}

/** A JPEG picture of empty comments, four bytes each. @param scanBytes of its one scan */
function manySegments(segments: number, scanBytes: number): Blob {
  const each = Buffer.of(0xff, 0xfe, 0, 2);
  const scan = Buffer.concat([
    Buffer.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0),
    Buffer.alloc(scanBytes, 1),
    Buffer.of(0xff, 0xd9),
  ]);
  const start = Buffer.of(0xff, 0xd8);
  return new Blob([start, Buffer.alloc(segments * each.length, each), scan], { type: 'image/jpeg' });
}

function lotFile(): Blob {
  const header =
    'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature';
  const rows = Array.from(
    { length: IMPORTED_LOTS },
    (_, i) => `LOTF${i},FARM001,Farmer ${i},Trinitario,2026-03-01,-6.1,144.9,250.5,41,25.5`,
  );
  return new Blob([[header, ...rows].join('\n')], { type: 'text/csv' });
}

/** As many farms as one import takes. */
function farmFile(): Blob {
  const rows = Array.from({ length: 10_000 }, (_, at) => `PROBE-F${at},Garden ${at},Teptep,PG,Ana Samu ${at}; M-${at}`);
  return new Blob([['farmId,name,village,country,farmers', ...rows].join('\n')], { type: 'text/csv' });
}
