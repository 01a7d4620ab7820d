import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CSV_HEADER, fileOf, importLots } from '../../support/lotFiles.ts';
import { CLEAR_PLACE, LOSS_PLACE, lotInput, registered, settled } from '../../support/seeds.ts';
import { canonicalText, sha256, toHex, utf8 } from '../../../server/domain/proof/hashing.ts';
import { judgeEvidence } from '../../../server/modules/satellite/judgeEvidence.ts';
import { openMonitor } from '../../../server/adapters/openMonitor.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

/* A lot from plots: it has their place, its checks read their land, and its chain commits to the outlines that it came from. */

const tiles = openMonitor({ forest: { driver: 'sample' } });

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
let processor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

const six = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A square around a place, a little off its middle so that no coordinate is round. */
function around({ latitude, longitude }: { latitude: number; longitude: number }, side = 0.0015) {
  const [west, south] = [six(longitude - side / 2 + 1e-6), six(latitude - side / 2 + 1e-6)];
  const [east, north] = [six(west + side), six(south + side)];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

async function plotAt(name: string, place: { latitude: number; longitude: number }, side?: number) {
  const { status, data } = await grace.rest.send('POST', '/farms/FARM001/plots', {
    name,
    geometry: around(place, side),
  });
  expect(status).toBe(201);
  return data.plot;
}

/** A lot without coordinates of its own. */
async function lotFrom(plots: readonly string[], by = grace) {
  const { latitude: _latitude, longitude: _longitude, ...input } = lotInput({ plots });
  const { status, data } = await by.rest.send('POST', '/lots', input);
  expect(status).toBe(201);
  return data.lot;
}

async function seen(lotId: string) {
  return (await grace.rest.get(`/lots/${lotId}`)).data.lot;
}

async function verified(lotId: string) {
  return (await grace.rest.get(`/lots/${lotId}/blockchain`)).data.verification;
}

describe('a lot from plots', () => {
  it('has their place, is checked on all of their land, and its chain commits to them', async () => {
    const upper = await plotAt('Upper', CLEAR_PLACE);
    const lower = await plotAt('Lower', { ...CLEAR_PLACE, latitude: CLEAR_PLACE.latitude - 0.003 });
    const lot = await lotFrom(['upper', lower.id]);
    expect(lot.plots).toHaveLength(2);
    expect(lot.plots[0]).toMatch(new RegExp(`^${upper.id}/1/[0-9a-f]{64}$`));
    expect(lot.latitude).toBeCloseTo((upper.latitude + lower.latitude) / 2, 5);
    await settled(app, lot.lotId);
    const after = await seen(lot.lotId);
    expect(after.deforestationStatus).toBe('No Deforestation');
    const { rows } = await app.app.database.pool.query(
      'select plots, evidence from satellite_check where lot_id = $1',
      [lot.id],
    );
    expect(rows[0].plots).toEqual(lot.plots);
    expect(JSON.parse(rows[0].evidence).plots).toHaveLength(2);
    expect(JSON.parse(rows[0].evidence).plots[0].covered).toContain(100);
    const { dataMatches, fields } = await verified(lot.lotId);
    expect(dataMatches).toBe(true);
    expect(fields).toContainEqual(expect.objectContaining({ field: 'plots' }));
  });

  it('has evidence that is read again plot by plot, and names the plot that was falsified', async () => {
    const lot = await lotFrom(['Upper', 'Lower']);
    await settled(app, lot.lotId);
    const { text } = await fileOf(app, grace, `/lots/${lot.lotId}/evidence`);
    const whole = await judgeEvidence(text, tiles);
    expect(whole.lines).toEqual([
      expect.stringMatching(/^EQUAL: .+, plot 1\. /),
      expect.stringMatching(/^EQUAL: .+, plot 2\. /),
    ]);
    const file = JSON.parse(text);
    file.evidence.plots[1].lossYear[0] = 22;
    file.evidenceHash = toHex(await sha256(utf8(canonicalText(file.evidence))));
    const { status, lines } = await judgeEvidence(JSON.stringify(file), tiles);
    expect(status).toBe(1);
    expect(lines.join('\n')).toMatch(/NOT EQUAL: .+, plot 2\.\n- lossYear, column 1, row 1: 22 in the file/);
  });

  it('shows loss that one of its plots has', async () => {
    await plotAt('Cleared', LOSS_PLACE);
    const lot = await lotFrom(['Cleared', 'Upper']);
    await settled(app, lot.lotId);
    expect((await seen(lot.lotId)).deforestationStatus).toBe('Deforestation Detected');
    const { data } = await admin.rest.get(`/alerts?limit=100`);
    const alert = data.alerts.find((one: { lotId: string }) => one.lotId === lot.lotId);
    expect(alert.description).toMatch(/of \d+ pixels on the 2 plots of this lot/);
    // Neither a redrawn plot nor other plots of the lot clear it while it is open.
    const cleared = (await grace.rest.get('/farms/FARM001/plots')).data.plots.find(
      ({ name }: { name: string }) => name === 'Cleared',
    );
    const smaller = { geometry: around(LOSS_PLACE, 0.0008) };
    const redraw = await grace.rest.send('PATCH', `/plots/${cleared.id}`, smaller);
    expect(redraw.status).toBe(400);
    expect(redraw.body.message).toContain('open alert');
    expect((await grace.rest.send('DELETE', `/plots/${cleared.id}`)).status).toBe(400);
    expect((await grace.rest.send('PATCH', `/plots/${cleared.id}`, { name: 'Cleared land' })).status).toBe(200);
    const edit = await grace.rest.send('PATCH', `/lots/${lot.lotId}`, { plots: ['Upper'] });
    expect(edit.status).toBe(400);
    // An admin may; and what was found on the plot holds for its new outline.
    await admin.rest.send('PUT', `/alerts/${alert.id}/resolve`, {
      note: 'Seen on site',
      outcome: 'Deforestation Detected',
    });
    expect((await admin.rest.send('PATCH', `/plots/${cleared.id}`, smaller)).status).toBe(200);
    const moved = await admin.rest.send('PATCH', `/lots/${lot.lotId}`, { plots: [cleared.id] });
    expect(moved.data.lot.plots[0]).toContain(`${cleared.id}/3/`);
    await settled(app, lot.lotId);
    expect((await seen(lot.lotId)).deforestationStatus).toBe('Deforestation Detected');
  });

  it('keeps the outline that it came from when the plot is drawn anew', async () => {
    const plot = await plotAt('Ridge', { ...CLEAR_PLACE, latitude: CLEAR_PLACE.latitude + 0.004 });
    const lot = await lotFrom(['Ridge']);
    const larger = around({ latitude: plot.latitude, longitude: plot.longitude }, 0.0016);
    expect((await grace.rest.send('PATCH', `/plots/${plot.id}`, { geometry: larger })).data.plot.version).toBe(2);
    expect((await seen(lot.lotId)).plots).toEqual(lot.plots);
    // What it has is no change; the plot as it is now is.
    const same = await grace.rest.send('PATCH', `/lots/${lot.lotId}`, { plots: lot.plots });
    expect(same.data.lot.version).toBe(lot.version);
    const now = await grace.rest.send('PATCH', `/lots/${lot.lotId}`, { plots: ['Ridge'] });
    expect(now.data.lot.plots[0]).toContain(`${plot.id}/2/`);
    expect(now.data.lot.deforestationStatus).toBe('Pending Review');
    await settled(app, lot.lotId);
    expect((await verified(lot.lotId)).dataMatches).toBe(true);
  });

  it('loses them again: then its place alone is known', async () => {
    await plotAt('Valley', { ...CLEAR_PLACE, latitude: CLEAR_PLACE.latitude + 0.008 });
    const lot = await lotFrom(['Valley']);
    const other = await grace.rest.send('PATCH', `/lots/${lot.lotId}`, { latitude: CLEAR_PLACE.latitude });
    expect(other.status).toBe(400);
    expect(other.body.details?.[0]).toMatchObject({
      field: 'latitude',
      message: 'Choose plots or enter latitude and longitude, not both',
    });
    const without = await grace.rest.send('PATCH', `/lots/${lot.lotId}`, {
      plots: [],
      latitude: CLEAR_PLACE.latitude,
      longitude: CLEAR_PLACE.longitude,
    });
    expect(without.data.lot).toMatchObject({ plots: [], latitude: CLEAR_PLACE.latitude });
    await settled(app, lot.lotId);
    expect((await verified(lot.lotId)).dataMatches).toBe(true);
  });

  it('is refused with a plot that its farm does not have, or with another place', async () => {
    for (const [changes, field, text] of [
      [{ plots: ['Nowhere'], latitude: undefined, longitude: undefined }, 'plots', 'has no plot Nowhere'],
      [{ plots: ['Upper'] }, 'latitude', 'Choose plots or enter'],
      [
        { plots: ['Upper'], farmId: 'FARM002', latitude: undefined, longitude: undefined },
        'plots',
        'FARM002 has no plot',
      ],
      [{ plots: Array.from({ length: 21 }, (_, i) => `P${i}`) }, 'plots', 'Choose up to 20 plots'],
    ] as const) {
      const { status, body } = await processor.rest.send('POST', '/lots', lotInput(changes));
      expect(status).toBe(400);
      expect(body.details?.[0]).toMatchObject({ field, message: expect.stringContaining(text) });
    }
  });

  it('comes in files, and goes out in them', async () => {
    const file = (lotId: string, plots: string): string =>
      `${CSV_HEADER},plots\r\n${lotId},FARM001,Grace Kila,Trinitario,2026-02-03,,,50,7,25,,,false,${plots}\r\n`;
    const reads = vi.spyOn(app.app.database, 'rows');
    const { data } = await importLots(app, grace, file('LOT-PLOTS-1', 'Upper|lower'));
    expect(data?.invalid).toBe(0);
    // The check alone reads them on a connection of its own: the write has one already.
    expect(reads.mock.calls.filter(([text]) => text.includes('from plot p join plot_version'))).toHaveLength(1);
    reads.mockRestore();
    const lot = await settled(app, 'LOT-PLOTS-1');
    expect(lot.plots).toHaveLength(2);
    expect(lot.deforestationStatus).toBe('No Deforestation');
    const { text } = await fileOf(app, grace, '/lots/export?format=csv&search=LOT-PLOTS-1');
    expect(text).toContain(lot.plots?.join('|'));
    const wrong = await importLots(app, grace, file('LOT-PLOTS-2', 'Nowhere'));
    expect(wrong.data.rows[0].errors).toMatchObject([{ field: 'plots', message: 'Farm FARM001 has no plot Nowhere' }]);
  });
});

describe('a report over lots from plots', () => {
  it('files each outline with its area, and weighs a lot from two of them once', async () => {
    const day = '2023-04-05';
    const {
      latitude: _latitude,
      longitude: _longitude,
      ...input
    } = lotInput({
      plots: ['Upper', 'Lower'],
      harvestDate: day,
      weight: 40,
    });
    expect((await grace.rest.send('POST', '/lots', input)).status).toBe(201);
    await settled(app, input.lotId);
    await settled(app, (await registered(grace, { harvestDate: day, weight: 2 })).lotId);
    const period = `startDate=${day}&endDate=${day}`;
    const { report } = (await processor.rest.get(`/reports/compliance?${period}`)).data;
    const plots = (await fileOf(app, processor, `/reports/${report.reportId}?format=geojson`)).text;
    const { features } = JSON.parse(plots);
    expect(features.map(({ geometry }: { geometry: { type: string } }) => geometry.type)).toEqual([
      'Polygon',
      'Polygon',
    ]);
    const upper = features.find(({ geometry }: { geometry: { type: string } }) => geometry.type === 'Polygon');
    expect(upper.geometry).toEqual(around(CLEAR_PLACE));
    expect(upper.properties).toMatchObject({ ProducerName: 'Grace Kila', ProducerCountry: 'PG' });
    expect(upper.properties.Area).toBeGreaterThan(2.5);
    for (const [, numbers = ''] of plots.matchAll(/"coordinates":([^"]+)/g)) {
      for (const number of numbers.match(/-?\d+\.\d+/g) ?? []) expect(number).toMatch(/\.\d{6}$/);
    }
    const draft = JSON.parse((await fileOf(app, processor, `/reports/${report.reportId}?format=statement`)).text);
    expect(draft.commodities[0].netMassKg).toBe(40);
    expect(draft.commodities[0].countries[0].plots).toHaveLength(2);
    expect(draft.leftOut).toMatchObject([{ reasons: [expect.stringContaining('No plot is recorded')] }]);
  });
});

describe('the plots file of a report', () => {
  /** The plots file of a server's report over lots from all plots of FARM001, one lot for each. */
  async function plotsFile(server: TestApp): Promise<string> {
    const farmer = await server.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
    const reader = await server.person('processor');
    const { plots } = (await farmer.rest.get('/farms/FARM001/plots')).data;
    for (const [i, { id }] of plots.entries()) {
      const {
        latitude: _latitude,
        longitude: _longitude,
        ...input
      } = lotInput({
        lotId: `LOT-FILED-${plots[i].latitude}`.replaceAll('.', '_'),
        plots: [id],
        harvestDate: '2022-05-05',
      });
      expect((await farmer.rest.send('POST', '/lots', input)).status).toBe(201);
      await settled(server, input.lotId);
    }
    const { report } = (await reader.rest.get('/reports/compliance?startDate=2022-05-05&endDate=2022-05-05')).data;
    return (await fileOf(server, reader, `/reports/${report.reportId}?format=geojson`)).text;
  }

  it('that is imported elsewhere comes to the same file there', async () => {
    const [here, there] = await Promise.all([createTestApp(), createTestApp()]);
    try {
      const farmer = await here.person('farmer', { farmId: 'FARM001' });
      const { latitude, longitude } = CLEAR_PLACE;
      const geometries = [
        around(CLEAR_PLACE),
        // Corners that end in zeros.
        around(
          { latitude: Number((latitude - 0.003).toFixed(3)) - 1e-6, longitude: Number(longitude.toFixed(3)) - 1e-6 },
          0.001,
        ),
        { type: 'Point', coordinates: [six(longitude), six(latitude + 0.004)] },
      ];
      for (const [i, geometry] of geometries.entries()) {
        const areaHa = geometry.type === 'Point' ? { areaHa: 1.25 } : {};
        const plot = { name: `Plot ${i}`, geometry, ...areaHa };
        expect((await farmer.rest.send('POST', '/farms/FARM001/plots', plot)).status).toBe(201);
      }
      const exported = await plotsFile(here);
      expect(JSON.parse(exported).features).toHaveLength(3);
      const other = await there.person('farmer', { farmId: 'FARM001' });
      const form = new FormData();
      form.set('file', new Blob([exported], { type: 'application/geo+json' }), 'plots.geojson');
      const { data } = await other.rest.form('/farms/FARM001/plots/import', form);
      expect(data).toMatchObject({ created: 3, total: 3, invalid: 0 });
      expect(await plotsFile(there)).toBe(exported);
    } finally {
      await Promise.all([here.stop(), there.stop()]);
    }
  });
});

describe('what came between', () => {
  it('an outline that was changed in the database is no land of the lot: it is not checked', async () => {
    const plot = await plotAt('Marsh', { ...CLEAR_PLACE, latitude: CLEAR_PLACE.latitude + 0.012 });
    const lot = await lotFrom(['Marsh']);
    await settled(app, lot.lotId);
    const before = (await seen(lot.lotId)).satelliteTimestamp;
    await app.app.database.pool.query(
      `update plot_version set geometry = replace(geometry, ',', ', ') where plot_id = $1`,
      [plot.id],
    );
    await app.app.database.pool.query('update recheck set due_at = now(), queued_at = now() where lot_id = $1', [
      lot.id,
    ]);
    await servicesOf(app.app).satellite.runCheck(lot.id, SYSTEM);
    expect((await seen(lot.lotId)).satelliteTimestamp).toBe(before);
    // The clock does not try it without end.
    const due = await app.app.database.row<{ due: Date; queued: Date | null }>(
      'select due_at as due, queued_at as queued from recheck where lot_id = $1',
      [lot.id],
    );
    expect(due?.queued).toBeNull();
    expect(due?.due.getTime()).toBeGreaterThan(Date.now() + 86_000_000);
  });

  it('a lot that was told to be from other plots differs from its chain', async () => {
    const lot = await lotFrom(['Upper']);
    const other = await lotFrom(['Lower']);
    await settled(app, lot.lotId);
    await app.app.database.pool.query('update lot set plots = $1 where id = $2', [other.plots, lot.id]);
    const { dataMatches, discrepancies } = await verified(lot.lotId);
    expect(dataMatches).toBe(false);
    expect(discrepancies).toContainEqual(expect.objectContaining({ field: 'plots', severity: 'HIGH' }));
  });

  it('a plot that was set back to an outline of before is none that a lot can be from', async () => {
    const plot = await plotAt('Set back', { ...CLEAR_PLACE, latitude: CLEAR_PLACE.latitude + 0.016 });
    const larger = around({ latitude: plot.latitude, longitude: plot.longitude }, 0.0016);
    expect((await grace.rest.send('PATCH', `/plots/${plot.id}`, { geometry: larger })).status).toBe(200);
    await app.app.database.pool.query('update plot set version = 1 where id = $1', [plot.id]);
    const { latitude: _latitude, longitude: _longitude, ...input } = lotInput({ plots: ['Set back'] });
    expect((await grace.rest.send('POST', '/lots', input)).status).toBe(400);
  });

  it('a point of before is checked as it was', async () => {
    const lot = await registered(grace);
    await settled(app, lot.lotId);
    expect((await seen(lot.lotId)).plots).toBeNull();
  });
});

describe('the plots of a lot', () => {
  const plotsOf = async (lotId: string, by = grace) => (await by.rest.get(`/lots/${lotId}/plots`)).data.plots;

  it('are told as they were then, with how they stand to the plots of now', async () => {
    const east = { ...CLEAR_PLACE, longitude: CLEAR_PLACE.longitude + 0.004 };
    const [first, second] = [
      await plotAt('Told one', east),
      await plotAt('Told two', { ...east, latitude: east.latitude + 0.003 }),
    ];
    const lot = await lotFrom([first.id, second.id]);
    const [one, two] = await plotsOf(lot.lotId);
    expect(one).toMatchObject({ plotId: first.id, version: 1, name: 'Told one', areaHa: first.areaHa, country: 'PG' });
    expect(one.geometry.coordinates[0]).toHaveLength(5);
    expect([one.standing, two.standing]).toEqual(['current', 'current']);

    // Another name is no other outline; another outline is.
    await grace.rest.send('PATCH', `/plots/${first.id}`, { name: 'Told first' });
    expect((await plotsOf(lot.lotId))[0]).toMatchObject({ name: 'Told one', standing: 'current' });
    await grace.rest.send('PATCH', `/plots/${first.id}`, { geometry: around(east, 0.001) });
    expect((await grace.rest.send('DELETE', `/plots/${second.id}`)).status).toBe(200);
    const after = await plotsOf(lot.lotId);
    expect(after.map(({ standing }: { standing: string }) => standing)).toEqual(['redrawn', 'removed']);
    expect(after[0].geometry).toEqual(one.geometry);

    // What was written behind the program's back is not told.
    await app.app.database.pool.query(`update plot_version set name = 'Forged' where plot_id = $1 and version = 1`, [
      first.id,
    ]);
    expect((await plotsOf(lot.lotId))[0]).toMatchObject({
      plotId: first.id,
      name: null,
      geometry: null,
      standing: 'unreadable',
    });
  });

  it('are empty of a lot with a place alone, and those of a lot out of sight are not there', async () => {
    const lot = await registered(grace, lotInput());
    expect(await plotsOf(lot.lotId)).toEqual([]);
    const other = await app.person('farmer', { farmId: 'FARM777', name: 'Paul Other' });
    expect((await other.rest.get(`/lots/${lot.lotId}/plots`)).status).toBe(404);
    const { data } = await other.graphql.run(`{ lotPlots(id: "${lot.lotId}") { plotId } }`);
    expect(data).toEqual({ lotPlots: null });
  });

  it('are chosen anew under the rules of a change of place, which speak at the field', async () => {
    const west = { ...CLEAR_PLACE, longitude: CLEAR_PLACE.longitude - 0.004 };
    const plot = await plotAt('Shipped from', west);
    const lot = await lotFrom([plot.id]);
    await settled(app, lot.lotId);
    for (const currentProcess of ['fermented', 'drying', 'processed', 'shipped']) {
      await processor.rest.send('PATCH', `/lots/${lot.lotId}/process`, {
        currentProcess,
        processDetails: 'On its way',
      });
    }
    const refused = await processor.rest.send('PATCH', `/lots/${lot.lotId}`, { plots: ['Upper'] });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toEqual([expect.objectContaining({ field: 'plots' })]);
    expect((await admin.rest.send('PATCH', `/lots/${lot.lotId}`, { plots: ['Upper'] })).status).toBe(200);
  });
});
