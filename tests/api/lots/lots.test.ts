import { decodeQR } from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LotErasure } from '../../../server/modules/lots/lotErasure.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import { STAGES } from '../../../server/domain/lot/stages.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { graphqlLots, restLots } from '../../support/lotApi.ts';
import { plainPng } from '../../support/plainPng.ts';
import {
  CLEAR_PLACE,
  eventually,
  freshLotId,
  LOSS_PLACE,
  lotInput,
  registered,
  SEA_PLACE,
  settled,
  settledLot,
} from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of FARM002 */
let kofi: Person;
let processor: Person;
let auditor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, kofi, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('farmer', { farmId: 'FARM002', name: 'Kofi Mensah' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor', { name: 'Ada Auditor' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

const eventsOf = (lot: Pick<LotView, 'id'>) =>
  app.app.database.rows<{ seq: number; type: string; content: string }>(
    'select seq, type, content from lot_event where lot_id = $1 order by seq',
    [lot.id],
  );
const PUBLIC_FORM =
  'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)';
const VARIETIES = 'Trinitario, Forastero, Criollo, Nacional, CCN-51, TSH-565, ICS-1, Other';

describe.each([restLots, graphqlLots])('lots over $name', (api) => {
  describe('registering', () => {
    it('answers what it stored: rounded to stored units, ids in upper case, texts trimmed', async () => {
      const id = freshLotId();
      const made = await api.create(grace, {
        ...lotInput({ lotId: ` ${id.toLowerCase()} `, farmId: 'farm001', farmerName: '  Grace Kila ' }),
        weight: 50.12345,
        moistureContent: 7.126,
        temperature: -3.554,
        qualityScore: 87.66,
        latitude: -5.25841349,
        longitude: 145.74392651,
        certifications: ['Organic', 'UTZ', 'Organic'],
      });
      expect(made.kind).toBe('done');
      expect(made.value).toMatchObject({
        lotId: id,
        farmId: 'FARM001',
        farmerName: 'Grace Kila',
        cacaoVariety: 'Trinitario',
        harvestDate: '2026-03-01',
        weight: 50.123,
        moistureContent: 7.13,
        temperature: -3.55,
        qualityScore: 87.7,
        latitude: -5.258413,
        longitude: 145.743927,
        certifications: ['Organic', 'UTZ'],
        isAnonymized: false,
        currentProcess: 'harvested',
        processDetails: null,
        deforestationStatus: 'Pending Review',
        satelliteTimestamp: null,
        satelliteOutdated: true,
        blockchainHash: null,
        version: 1,
      });
      const { value: read } = await api.read(grace, id);
      expect(read).toMatchObject({ id: made.value.id, weight: 50.123, latitude: -5.258413, qualityScore: 87.7 });
    });

    it('takes a quality score of 0 to 100, or none', async () => {
      for (const qualityScore of [0, 100, null]) {
        const made = await api.create(grace, lotInput({ qualityScore }));
        expect(made.value.qualityScore).toBe(qualityScore);
      }
    });

    it('is recorded on the ledger and checked by satellite by itself', async () => {
      const { value } = await api.create(grace, lotInput());
      expect(await settled(app, value.id)).toMatchObject({
        deforestationStatus: 'No Deforestation',
        satelliteOutdated: false,
        blockchainHash: { status: 'recorded', transactionId: expect.stringMatching(/^[0-9a-f]{64}$/) },
        version: 1,
      });
    });

    it('refuses a lot id that is taken, in any case, and also by a deleted lot', async () => {
      const lot = await registered(grace);
      for (const lotId of [lot.lotId, lot.lotId.toLowerCase()]) {
        const again = await api.create(processor, lotInput({ lotId }));
        expect([again.kind, again.message]).toEqual(['conflict', `Lot ID ${lot.lotId} is already taken`]);
      }
      expect((await api.remove(admin, lot.id)).kind).toBe('done');
      expect((await api.create(processor, lotInput({ lotId: lot.lotId }))).kind).toBe('conflict');
    });

    it('lets one of several callers have a new lot id', async () => {
      const lotId = freshLotId();
      const made = await Promise.all(Array.from({ length: 6 }, () => api.create(processor, lotInput({ lotId }))));
      expect(made.map(({ kind }) => kind).sort()).toEqual([
        'conflict',
        'conflict',
        'conflict',
        'conflict',
        'conflict',
        'done',
      ]);
    });

    it('is for farmers on their own farm, processors and admins', async () => {
      expect((await api.create(grace, lotInput({ farmId: 'FARM002' }))).kind).toBe('forbidden');
      expect((await api.create(auditor, lotInput())).kind).toBe('forbidden');
      expect((await api.create(processor, lotInput({ farmId: 'FARM002' }))).kind).toBe('done');
      expect((await api.create(admin, lotInput({ farmId: 'FARM009' }))).kind).toBe('done');
    });

    it.each([
      ['lotId', 'COFFEE1', PUBLIC_FORM],
      ['lotId', 'LOT', PUBLIC_FORM],
      ['lotId', 'LOT012345678901234567890', PUBLIC_FORM],
      ['lotId', ' ', 'Lot ID is required'],
      ['farmId', '', 'Farm ID is required'],
      ['farmerName', '  ', 'Farmer name is required'],
      ['farmerName', 'x'.repeat(121), 'Farmer name can be at most 120 characters'],
      ['farmerName', 'Grace\u0000Kila', "Farmer name contains characters that we can't store"],
      ['cacaoVariety', 'Arabica', `Cacao variety must be one of ${VARIETIES}`],
      ['harvestDate', '9999-01-01', 'Harvest date cannot be in the future'],
      ['latitude', 90.000001, 'Latitude must be between -90 and 90'],
      ['longitude', -180.5, 'Longitude must be between -180 and 180'],
      ['weight', 0, 'Weight must be a positive number'],
      ['weight', 0.0004, 'Weight must be a positive number'],
      ['weight', 10_000.001, 'Weight seems too high (max 10,000 kg)'],
      ['moistureContent', 100.1, 'Moisture content must be between 0 and 100%'],
      ['temperature', -50.1, 'Temperature must be between -50°C and 60°C'],
      ['temperature', 60.1, 'Temperature must be between -50°C and 60°C'],
      ['qualityScore', 100.1, 'Quality score must be between 0 and 100'],
      ['qualityScore', -1, 'Quality score must be between 0 and 100'],
    ])('names %s when it is %j', async (field, value, message) => {
      const refused = await api.create(grace, lotInput({ [field]: value }));
      expect([refused.kind, refused.message]).toEqual(['invalid', message]);
      expect(refused.details[0]).toMatchObject({ field, message });
      expect(new Set(refused.details.map((detail) => detail.field))).toEqual(new Set([field]));
    });

    it('names every invalid field at once, and stores nothing', async () => {
      const input = lotInput({ weight: -1, moistureContent: 101, certifications: ['Organic', 'Best'] });
      const refused = await api.create(grace, input);
      expect(refused.details.map(({ field }) => field)).toEqual(['weight', 'moistureContent', 'certifications.1']);
      expect((await api.read(admin, input.lotId)).kind).toBe('not found');
    });
  });

  describe('one lot', () => {
    it('is read by UUID and by lotId, in any case', async () => {
      const lot = await registered(grace);
      for (const id of [lot.id, lot.id.toUpperCase(), lot.lotId, lot.lotId.toLowerCase()]) {
        expect((await api.read(grace, id)).value).toMatchObject({ id: lot.id, lotId: lot.lotId });
      }
    });

    it('of another farm is not there, whatever is asked', async () => {
      const lot = await registered(grace);
      for (const id of [lot.id, lot.lotId]) {
        expect((await api.read(kofi, id)).kind).toBe('not found');
        expect((await api.update(kofi, id, { weight: 1 })).kind).toBe('not found');
        expect((await api.updateProcess(kofi, id, { currentProcess: 'drying', processDetails: 'Sun' })).kind).toBe(
          'not found',
        );
        expect((await api.remove(kofi, id)).kind).toBe('not found');
        expect((await api.history(kofi, id)).kind).toBe('not found');
        expect((await api.qrCode(kofi, id)).kind).toBe('not found');
      }
      expect(await eventsOf(lot).then((events) => events.filter(({ type }) => type !== 'satellite'))).toHaveLength(1);
    });

    it.each(['LOTNOBODY', 'no-lot', '00000000-0000-4000-8000-000000000000'])('%s is not there', async (id) => {
      expect((await api.read(admin, id)).kind).toBe('not found');
      expect((await api.update(admin, id, { weight: 1 })).kind).toBe('not found');
    });

    it('an id that cannot be stored is refused', async () => {
      const sent = api.name === 'REST' ? 'LOT%00' : 'LOT\u0000';
      expect((await api.read(admin, sent)).kind).toBe('invalid');
      expect((await api.update(admin, sent, { weight: 1 })).kind).toBe('invalid');
    });
  });

  describe('changing', () => {
    it('writes the fields that differ, counts the version and keeps the rest', async () => {
      const lot = await registered(grace, { qualityScore: 80, certifications: ['UTZ'] });
      const changed = await api.update(grace, lot.lotId.toLowerCase(), {
        version: 1,
        farmerName: 'Grace Kila Jr',
        weight: 60.0004,
        qualityScore: null,
        isAnonymized: true,
      });
      expect(changed.value).toMatchObject({
        farmerName: 'Grace Kila Jr',
        weight: 60,
        qualityScore: null,
        isAnonymized: true,
        certifications: ['UTZ'],
        moistureContent: 7,
        version: 2,
      });
      const edited = (await eventsOf(lot)).filter(({ type }) => type === 'edited');
      expect(edited).toHaveLength(1);
      const content = JSON.parse(edited[0]?.content ?? '');
      expect(content.set).toEqual({ weightGrams: 60_000, qualityTenths: null, isAnonymized: true });
      expect(Object.keys(content.commit).sort()).toEqual(['farmerName', 'userName']);
    });

    it('with a stale version is a conflict that loses nothing', async () => {
      const lot = await registered(grace);
      expect((await api.update(processor, lot.id, { version: 1, weight: 41 })).kind).toBe('done');
      const late = await api.update(grace, lot.id, { version: 1, farmerName: 'Somebody else', weight: 99 });
      expect([late.kind, late.message]).toEqual([
        'conflict',
        'Someone else changed this lot while you were editing it. Reload it and try again.',
      ]);
      expect((await api.read(grace, lot.id)).value).toMatchObject({ weight: 41, farmerName: 'Grace Kila', version: 2 });
    });

    it('lets one of several callers with the same version win', async () => {
      const lot = await registered(grace);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) => api.update(processor, lot.id, { version: 1, weight: 100 + i })),
      );
      const won = outcomes.filter(({ kind }) => kind === 'done');
      expect(won).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'conflict')).toHaveLength(7);
      expect((await api.read(grace, lot.id)).value).toMatchObject({ weight: won[0]?.value.weight, version: 2 });
    });

    it('without a difference writes nothing', async () => {
      const lot = await settledLot(app, grace, { certifications: ['Organic'], qualityScore: 71.2 });
      const same = await api.update(grace, lot.id, {
        weight: lot.weight + 0.0001,
        certifications: ['Organic'],
        qualityScore: 71.2,
        latitude: lot.latitude,
        farmerName: ' Grace Kila ',
      });
      expect(same.value).toEqual({ ...lot, delivery: null, mayDo: expect.arrayContaining(['edit_lot']) });
      expect((await eventsOf(lot)).map(({ type }) => type)).toEqual(['created', 'satellite']);
    });

    it('of the farm is for admins', async () => {
      const lot = await registered(grace);
      for (const person of [grace, processor]) {
        const refused = await api.update(person, lot.id, { farmId: 'FARM002' });
        expect([refused.kind, refused.details[0]?.field]).toEqual(['invalid', 'farmId']);
      }
      expect((await api.update(admin, lot.id, { farmId: 'farm002' })).value.farmId).toBe('FARM002');
      expect((await api.read(grace, lot.id)).kind).toBe('not found');
      expect((await api.read(kofi, lot.id)).kind).toBe('done');
    });

    it('is not for auditors', async () => {
      const lot = await registered(grace);
      expect((await api.update(auditor, lot.id, { weight: 3 })).kind).toBe('forbidden');
      expect((await api.updateProcess(auditor, lot.id, { currentProcess: 'drying', processDetails: 'Sun' })).kind).toBe(
        'forbidden',
      );
    });

    it('names a field that cannot be taken', async () => {
      const lot = await registered(grace);
      const refused = await api.update(grace, lot.id, { weight: 0, temperature: 61 });
      expect(refused.details).toMatchObject([
        { field: 'weight', message: 'Weight must be a positive number' },
        { field: 'temperature', message: 'Temperature must be between -50°C and 60°C' },
      ]);
      expect((await api.read(grace, lot.id)).value).toMatchObject({ weight: 50, version: 1 });
    });

    it('of the place sets Pending Review and has it checked anew', async () => {
      const lot = await settledLot(app, grace);
      expect(lot.deforestationStatus).toBe('No Deforestation');
      const moved = await api.update(grace, lot.id, { latitude: SEA_PLACE.latitude, longitude: SEA_PLACE.longitude });
      expect(moved.value).toMatchObject({ deforestationStatus: 'Pending Review', latitude: SEA_PLACE.latitude });
      const history = (await api.history(grace, lot.id)).value;
      expect(history.find(({ action }) => action === 'edited')?.changes).toContainEqual({
        field: 'deforestationStatus',
        from: 'No Deforestation',
        to: 'Pending Review',
      });
      await eventually(async () => {
        expect((await eventsOf(lot)).map(({ type }) => type)).toEqual(['created', 'satellite', 'edited', 'satellite']);
      });
      // Each change once, and not what only the ledger needs of it: roundings of the place, the hash of evidence.
      for (const { changes } of (await api.history(grace, lot.id)).value) {
        const fields = changes.map(({ field }) => field);
        expect([...new Set(fields)]).toEqual(fields);
        for (const field of ['place2', 'place1', 'evidenceHash']) expect(fields).not.toContain(field);
      }
      expect(await settled(app, lot.id)).toMatchObject({ deforestationStatus: 'Pending Review' });
    });

    it('of half a place is refused where the other half was erased', async () => {
      const lot = await registered(grace);
      const erasure = new LotErasure({ mspId: 'ManamCoopMSP' });
      const ofPlace = new Set(['place', 'place2', 'place1']);
      await app.app.database.write(async (em) => {
        await erasure.lock(em, [lot.id]);
        await erasure.erase(em, [lot.id], ({ field }) => ofPlace.has(field), SYSTEM, new Date());
      });
      const half = await api.update(grace, lot.id, { latitude: CLEAR_PLACE.latitude });
      expect([half.kind, half.details]).toMatchObject([
        'invalid',
        [{ field: 'longitude', message: 'Longitude is required' }],
      ]);
      const whole = { latitude: CLEAR_PLACE.latitude, longitude: CLEAR_PLACE.longitude };
      expect((await api.update(grace, lot.id, whole)).value).toMatchObject(whole);
    });

    it('of the place waits for open alerts and ends with shipping, but for admins', async () => {
      const place = { latitude: CLEAR_PLACE.latitude, longitude: CLEAR_PLACE.longitude };
      const alerted = await settledLot(app, grace, { latitude: LOSS_PLACE.latitude, longitude: LOSS_PLACE.longitude });
      expect(alerted.deforestationStatus).toBe('Deforestation Detected');
      const shipped = await registered(grace, { longitude: 145.9 });
      await api.updateProcess(processor, shipped.id, { currentProcess: 'shipped', processDetails: 'On board' });
      for (const lot of [alerted, shipped]) {
        for (const person of [grace, processor]) {
          const refused = await api.update(person, lot.id, place);
          expect([refused.kind, refused.details[0]?.field]).toEqual(['invalid', 'latitude']);
        }
        expect((await api.update(processor, lot.id, { weight: 44 })).kind).toBe('done');
        expect((await api.update(admin, lot.id, place)).value).toMatchObject({ ...place, weight: 44 });
      }
    });
  });

  describe('moving to a stage', () => {
    it('goes forward only, and nowhere after delivered', async () => {
      const lot = await registered(grace);
      for (const [position, stage] of STAGES.entries()) {
        if (position > 0) {
          const moved = await api.updateProcess(grace, lot.id, {
            currentProcess: stage,
            processDetails: `Now ${stage}`,
          });
          expect(moved.value.lot).toMatchObject({ currentProcess: stage, processDetails: `Now ${stage}` });
        }
        for (const earlier of STAGES.slice(0, position + 1)) {
          const refused = await api.updateProcess(grace, lot.id, { currentProcess: earlier, processDetails: 'Back' });
          expect([stage, earlier, refused.kind]).toEqual([stage, earlier, 'conflict']);
        }
      }
      expect((await api.read(grace, lot.id)).value).toMatchObject({ currentProcess: 'delivered', version: 6 });
    });

    it('may skip, and keeps what was noted; the readings become the current ones', async () => {
      const lot = await settledLot(app, grace);
      const moved = await api.updateProcess(processor, lot.lotId, {
        currentProcess: 'processed',
        processDetails: ' Graded and packed ',
        location: 'Madang warehouse',
        operatorName: 'Ines Duarte',
        qualityChecks: { moisture: 6.504, temperature: 22.25, notes: 'Even colour' },
        timestamps: { startTime: '2026-03-05T08:00:00Z', endTime: '2026-03-05T18:00:00+10:00' },
      });
      expect(moved.value.lot).toMatchObject({
        currentProcess: 'processed',
        processDetails: 'Graded and packed',
        moistureContent: 6.5,
        temperature: 22.25,
      });
      const [event] = (await eventsOf(lot)).filter(({ type }) => type === 'stage');
      const content = JSON.parse(event?.content ?? '');
      expect(content.set).toEqual({ stage: 'processed', moistureHundredths: 650, temperatureHundredths: 2225 });
      const kept = await app.app.database.rows<{ field: string; value: unknown }>(
        'select field, value from personal_value where event_id = $1 order by field',
        [content.eventId],
      );
      expect(kept).toEqual([
        { field: 'location', value: 'Madang warehouse' },
        { field: 'notes', value: 'Even colour' },
        { field: 'operatorName', value: 'Ines Duarte' },
        { field: 'processDetails', value: 'Graded and packed' },
        { field: 'stageTimes', value: ['2026-03-05T08:00:00.000Z', '2026-03-05T08:00:00.000Z'] },
        { field: 'userName', value: 'Ines Duarte' },
      ]);
      const recorded = (await settled(app, lot.id)).blockchainHash?.transactionId;
      expect(recorded).not.toBe(lot.blockchainHash?.transactionId);
      // Null until recorded, which may be at once.
      expect([null, recorded]).toContain(moved.value.transactionId);
    });

    it('keeps when it began or ended also where only one of both was noted', async () => {
      const lot = await registered(grace);
      const [began, ended] = ['2026-03-05T08:00:00.000Z', '2026-03-09T17:30:00.000Z'];
      for (const [currentProcess, timestamps] of [
        ['fermented', { startTime: began }],
        ['drying', { endTime: ended }],
        ['processed', {}],
      ] as const) {
        await api.updateProcess(grace, lot.id, { currentProcess, processDetails: 'Noted', timestamps });
      }
      const kept = await app.app.database.rows<{ value: unknown }>(
        `select v.value from personal_value v join lot_event e using (event_id)
         where e.lot_id = $1 and v.field = 'stageTimes' order by e.seq`,
        [lot.id],
      );
      expect(kept.map(({ value }) => value)).toEqual([
        [began, null],
        [null, ended],
      ]);
    });

    it('names a field that cannot be taken', async () => {
      const lot = await registered(grace);
      const move = { currentProcess: 'drying', processDetails: 'Sun' };
      for (const [input, field, message] of [
        [{ ...move, processDetails: ' ' }, 'processDetails', 'Process details are required'],
        [
          { ...move, qualityChecks: { moisture: 100.5 } },
          'qualityChecks.moisture',
          'Moisture content must be between 0 and 100%',
        ],
        [
          { ...move, timestamps: { startTime: '2026-03-05T08:00:00Z', endTime: '2026-03-05T07:59:59Z' } },
          'timestamps.endTime',
          'End time cannot be before the start time',
        ],
      ] as const) {
        expect((await api.updateProcess(grace, lot.id, input)).details).toMatchObject([{ field, message }]);
      }
      expect((await api.read(grace, lot.id)).value.currentProcess).toBe('harvested');
    });

    it('lets one of thirty callers have the same stage', async () => {
      const lot = await registered(grace);
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          api.updateProcess(processor, lot.id, { currentProcess: 'fermented', processDetails: `Box ${i}` }),
        ),
      );
      expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'conflict')).toHaveLength(29);
    });

    it('under thirty callers at once reaches each stage at most once, in order, without a gap in its events', async () => {
      const lot = await registered(grace);
      const stages = STAGES.slice(1);
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          api.updateProcess(processor, lot.id, {
            currentProcess: stages[i % stages.length],
            processDetails: `Step ${i}`,
          }),
        ),
      );
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['done', 'conflict']));
      await settled(app, lot.id);
      const events = await eventsOf(lot);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
      const reached = events.filter(({ type }) => type === 'stage').map(({ content }) => JSON.parse(content).set.stage);
      expect(reached).toHaveLength(outcomes.filter(({ kind }) => kind === 'done').length);
      expect(reached).toEqual(STAGES.filter((stage) => reached.includes(stage)));
      expect(reached.at(-1)).toBe('delivered');
    });
  });

  describe('deleting', () => {
    it('is for admins, and for farmers while the lot of their farm is harvested', async () => {
      const lot = await registered(grace);
      for (const person of [processor, auditor]) expect((await api.remove(person, lot.id)).kind).toBe('forbidden');
      expect((await api.remove(grace, lot.lotId)).value).toEqual({ deleted: true, lotId: lot.lotId });
      const moved = await registered(grace);
      await api.updateProcess(grace, moved.id, { currentProcess: 'fermented', processDetails: 'Boxes' });
      expect((await api.remove(grace, moved.id)).kind).toBe('forbidden');
      expect((await api.remove(admin, moved.id)).kind).toBe('done');
    });

    it('takes a finding of the lot off the dashboard, where it stands until somebody closes it', async () => {
      const farmId = `FARM-${api.name}`;
      const lena = await app.person('farmer', { farmId });
      const { latitude, longitude } = LOSS_PLACE;
      const lot = await settledLot(app, lena, { farmId, latitude, longitude });
      const [alert] = (await lena.rest.get('/alerts')).data.alerts;
      const highAlerts = async () => (await api.dashboard(lena)).value.highAlerts;
      expect(await highAlerts()).toBe(1);
      expect((await lena.rest.send('PUT', `/alerts/${alert.id}/acknowledge`)).status).toBe(200);
      expect(await highAlerts()).toBe(1);
      expect((await api.remove(lena, lot.id)).kind).toBe('done');
      expect(await highAlerts()).toBe(0);
    });

    it('takes the lot out of lists and public pages; its history stays and ends on the ledger', async () => {
      const lot = await settledLot(app, grace);
      expect((await app.rest.get(`/lots/public/${lot.lotId}`)).status).toBe(200);
      expect((await api.remove(grace, lot.id)).kind).toBe('done');
      for (const id of [lot.id, lot.lotId]) expect((await api.read(admin, id)).kind).toBe('not found');
      expect((await api.history(admin, lot.id)).kind).toBe('not found');
      expect((await api.remove(admin, lot.id)).kind).toBe('not found');
      expect((await api.list(admin, { search: lot.lotId })).value.pagination.total).toBe(0);
      expect((await api.recentActivity(grace, 100)).value.map(({ lotId }) => lotId)).not.toContain(lot.lotId);
      expect((await app.rest.get(`/lots/public/${lot.lotId}`)).status).toBe(404);
      expect((await app.rest.get(`/lots/public/search?lotId=${lot.lotId}`)).status).toBe(404);
      expect((await eventsOf(lot)).map(({ type }) => type)).toEqual(['created', 'satellite', 'deleted']);
      const row = await app.app.database.row<{ lot_key: string }>('select lot_key from lot where id = $1', [lot.id]);
      await eventually(async () => {
        expect((await app.app.ledger.readLot(row?.lot_key ?? '')).entries).toHaveLength(3);
      });
    });
  });

  describe('history', () => {
    it('tells each change with its actor, the newest first', async () => {
      const lot = await settledLot(app, grace, { qualityScore: 70 });
      await api.update(processor, lot.id, {
        farmerName: 'Grace K.',
        qualityScore: 75.5,
        certifications: ['UTZ', 'Organic'],
      });
      await api.updateProcess(grace, lot.id, {
        currentProcess: 'drying',
        processDetails: 'Solar dryer',
        qualityChecks: { moisture: 6.5 },
      });
      await settled(app, lot.id);
      const { value: history } = await api.history(auditor, lot.lotId);
      expect(history.map(({ action, actor }) => [action, actor])).toEqual([
        ['stage', 'Grace Kila'],
        ['edited', 'Ines Duarte'],
        ['satellite', 'Grace Kila'],
        ['created', 'Grace Kila'],
      ]);
      const [stage, edited, , created] = history;
      expect(stage).toMatchObject({ stage: 'drying', transactionId: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(stage?.changes).toEqual(
        expect.arrayContaining([
          { field: 'currentProcess', from: 'harvested', to: 'drying' },
          { field: 'moistureContent', from: '7', to: '6.5' },
          { field: 'processDetails', from: null, to: 'Solar dryer' },
        ]),
      );
      expect(edited?.changes).toHaveLength(3);
      expect(edited?.changes).toEqual(
        expect.arrayContaining([
          { field: 'farmerName', from: 'Grace Kila', to: 'Grace K.' },
          { field: 'qualityScore', from: '70', to: '75.5' },
          { field: 'certifications', from: expect.toSatisfy((text) => !text), to: 'UTZ, Organic' },
        ]),
      );
      expect(created?.changes).toContainEqual({ field: 'weight', from: null, to: '50' });
      expect(history.map(({ at }) => at)).toEqual(
        history
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
    });
  });

  describe('helpers of the forms', () => {
    it('offers a lot id that nobody has', async () => {
      const { value: lotId } = await api.nextLotId(grace);
      expect(lotId).toMatch(/^LOT\d{3,5}$/);
      expect((await api.create(grace, lotInput({ lotId }))).kind).toBe('done');
      expect((await api.nextLotId(grace)).value).not.toBe(lotId);
    });

    it('offers another one each time that somebody has what the clock gives', async () => {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T08:00:01.234Z'));
      try {
        for (let taken = 0; taken < 22; taken += 1) {
          const { value: lotId } = await api.nextLotId(grace);
          expect(lotId).toMatch(/^LOT\d{5}$/);
          // Refused by the database when a lot has it.
          await app.app.database.rows(
            `insert into lot (id, lot_id, lot_key, variety, harvest_date, weight_grams, moisture_hundredths,
               temperature_hundredths, head_seq, head_hash)
             values (gen_random_uuid(), $1, $1, 'Criollo', '2026-01-01', 1000, 700, 2500, 1, 'head')`,
            [lotId],
          );
        }
      } finally {
        clock.mockRestore();
      }
    });

    it("makes a QR code of the lot's public page", async () => {
      const lot = await registered(grace);
      const { value } = await api.qrCode(grace, lot.lotId.toLowerCase());
      expect(value.url).toBe(`${app.url}/verify/${lot.lotId}`);
      const [type, data = ''] = value.qrCode.split(',');
      expect(type).toBe('data:image/png;base64');
      const { width, height, at } = plainPng(Buffer.from(data, 'base64'));
      const pixels = Array.from({ length: width * height }, (_, i) => [
        ...at(i % width, Math.floor(i / width))
          .split(' ')
          .map(Number),
        255,
      ]);
      expect(decodeQR({ width, height, data: new Uint8Array(pixels.flat()) })).toBe(value.url);
    });
  });
});

describe('the list of a farm', () => {
  /** farmer of FARM777, who sees only that farm's lots */
  let lena: Person;
  let lots: LotView[];
  const ODD_NAME = '100% Kaka_o \\ Söhne';

  beforeAll(async () => {
    lena = await app.person('farmer', { farmId: 'FARM777', name: 'Lena Wari' });
    lots = await Promise.all(
      [
        { lotId: 'LOT7001', harvestDate: '2026-01-10', weight: 30, qualityScore: 90, cacaoVariety: 'Criollo' },
        { lotId: 'LOT7002', harvestDate: '2026-02-10', weight: 10, qualityScore: 70.5, farmerName: 'Ábel' },
        { lotId: 'LOT7003', harvestDate: '2026-02-10', weight: 20, farmerName: ODD_NAME },
        { lotId: 'LOT7004', harvestDate: '2026-03-10', weight: 40, cacaoVariety: 'CCN-51', ...at(LOSS_PLACE) },
        { lotId: 'LOT7005', harvestDate: '2026-04-10', weight: 50, qualityScore: 80, ...at(SEA_PLACE) },
      ].map((changes) => settledLot(app, lena, { farmId: 'FARM777', ...changes })),
    );
    await lena.rest.send('PATCH', '/lots/LOT7002/process', { currentProcess: 'shipped', processDetails: 'On board' });
    await settled(app, 'LOT7002');
    await app.app.database.pool.query(`update lot set ledger_status = 'failed' where lot_id = 'LOT7001'`);
  });
  const at = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

  describe.each([restLots, graphqlLots])('over $name', (api) => {
    const listed = async (query: Record<string, unknown>, by = lena): Promise<string[]> => {
      const { kind, value } = await api.list(by, query);
      expect(kind).toBe('done');
      return value.lots.map(({ lotId }) => lotId.replace('LOT700', ''));
    };

    it('shows the newest harvest first, whole lots', async () => {
      expect((await listed({})).filter((_, i) => i !== 2 && i !== 3)).toEqual(['5', '4', '1']);
      const { value } = await api.list(lena, {});
      expect(value.lots.find(({ lotId }) => lotId === 'LOT7005')).toEqual({
        ...lots[4],
        delivery: null,
        mayDo: expect.arrayContaining(['edit_lot']),
      });
      expect(value.pagination).toEqual({ total: 5, page: 1, totalPages: 1, hasNext: false, hasPrev: false });
    });

    it('comes in pages that neither overlap nor leave out', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => api.list(lena, { page, limit: 2 })));
      expect(pages.map(({ value }) => value.lots.length)).toEqual([2, 2, 1]);
      expect(pages.flatMap(({ value }) => value.lots.map(({ lotId }) => lotId)).sort()).toEqual(
        lots.map(({ lotId }) => lotId),
      );
      expect(pages[1]?.value.pagination).toEqual({ total: 5, page: 2, totalPages: 3, hasNext: true, hasPrev: true });
      const beyond = await api.list(lena, { page: 4, limit: 2 });
      expect(beyond.value).toEqual({
        lots: [],
        pagination: { total: 5, page: 4, totalPages: 3, hasNext: false, hasPrev: true },
      });
    });

    it.each([
      ['lotId', '12345'],
      ['farmerName', '34512'],
      ['weight', '23145'],
      ['qualityScore', '25134'],
      ['currentProcess', '13452'],
      ['harvestDate', '12345'],
    ])('sorts by %s, both ways', async (sort, rising) => {
      // Among equals the order is stable but not said; here only the order of different values is.
      const valueOf = (lotId: string): unknown =>
        lots.find((lot) => lot.lotId === `LOT700${lotId}`)?.[sort as 'weight'];
      const up = await listed({ sort, order: 'asc' });
      const down = await listed({ sort, order: 'desc' });
      expect(down).toEqual([...up].reverse());
      if (sort === 'currentProcess') expect(up.at(-1)).toBe('2');
      else expect(up.map(valueOf)).toEqual([...rising].map(valueOf));
    });

    it.each<[Record<string, unknown>, string]>([
      [{ status: 'shipped' }, '2'],
      [{ stage: 'harvested' }, '1345'],
      [{ status: 'shipped', stage: 'harvested' }, ''],
      [{ variety: 'CCN-51' }, '4'],
      [{ eudr: 'compliant' }, '123'],
      [{ eudr: 'non-compliant' }, '45'],
      [{ eudr: 'Deforestation Detected' }, '4'],
      [{ eudr: 'Pending Review' }, '5'],
      [{ blockchain: 'recorded' }, '2345'],
      [{ blockchain: 'pending' }, '1'],
      [{ harvestedFrom: '2026-02-10' }, '2345'],
      [{ harvestedTo: '2026-02-10' }, '123'],
      [{ harvestedFrom: '2026-02-10', harvestedTo: '2026-02-10' }, '23'],
      [{ search: 'lot7003' }, '3'],
      [{ search: 'farm777' }, '12345'],
      [{ search: 'criollo' }, '1'],
      [{ search: 'ÁBEL' }, '2'],
      [{ search: '%' }, '3'],
      [{ search: '_' }, '3'],
      [{ search: '\\' }, '3'],
      [{ search: '100% kaka_o \\ s' }, '3'],
      [{ search: "'; drop table lot; --" }, ''],
      [{ search: '   ' }, '12345'],
      [{ search: 'farm777', variety: 'Trinitario', harvestedFrom: '2026-02-11' }, '5'],
    ])('filters by %j', async (filter, expected) => {
      expect(await listed({ ...filter, sort: 'lotId', order: 'asc' })).toEqual([...expected]);
      const { value } = await api.stats(lena, filter);
      expect(value.totalLots).toBe(expected.length);
    });

    it('refuses a search that no stored text can hold', async () => {
      const refused = await api.list(lena, { search: 'a\u0000b' });
      expect([refused.kind, refused.details[0]?.field]).toEqual(['invalid', 'search']);
    });

    it.each([
      ['variety', 'Arabica', VARIETIES],
      [
        'eudr',
        'fine',
        'compliant, non-compliant, No Deforestation, Deforestation Detected, Pending Review, Under Investigation',
      ],
    ])('refuses a %s out of its set, naming the set', async (field, value, set) => {
      for (const refused of [await api.list(lena, { [field]: value }), await api.stats(lena, { [field]: value })]) {
        expect([refused.kind, refused.details]).toMatchObject([
          'invalid',
          [{ field, message: `${field} must be one of: ${set}` }],
        ]);
      }
    });

    it.each(['harvestedFrom', 'harvestedTo'])('refuses a day before all days as %s', async (field) => {
      const refused = await api.list(lena, { [field]: '0000-01-01' });
      expect(refused.details).toMatchObject([{ field, message: `${field} must be a day, YYYY-MM-DD` }]);
    });

    it.each([{ page: 0 }, { limit: 0 }, { limit: 101 }, { page: -1 }])('refuses %j', async (query) => {
      expect((await api.list(lena, query)).kind).toBe('invalid');
    });

    it('has header figures of the lots in sight', async () => {
      expect((await api.stats(lena, {})).value).toEqual({
        totalLots: 5,
        originLots: 5,
        compliantLots: 3,
        complianceRate: 60,
        averageQuality: 80.2,
        totalWeight: 150,
        // Without the lot that is shipped.
        stockKg: 140,
        recordedLots: 4,
        pendingLots: 1,
      });
      expect((await api.stats(lena, { search: 'nobody' })).value).toMatchObject({
        totalLots: 0,
        complianceRate: null,
        averageQuality: null,
        totalWeight: 0,
      });
    });

    it('fills the dashboard and the recent activity', async () => {
      const { value } = await api.dashboard(lena);
      expect(value).toMatchObject({
        totalLots: 5,
        compliantLots: 3,
        complianceRate: 60,
        averageQuality: 80.2,
        highAlerts: 1,
      });
      const { value: recent } = await api.recentActivity(lena, 2);
      expect(recent).toHaveLength(2);
      expect(recent[0]).toEqual({
        lotId: 'LOT7002',
        farmerName: 'Ábel',
        deforestationStatus: 'No Deforestation',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    });

    it('is the whole of what a farmer sees, and part of what others see', async () => {
      expect((await api.list(kofi, { search: 'farm777' })).value.pagination.total).toBe(0);
      for (const person of [processor, auditor, admin]) {
        expect((await api.list(person, { search: 'farm777' })).value.pagination.total).toBe(5);
      }
    });
  });
});

describe('GraphQL alone', () => {
  it('calls a variable that cannot be taken bad input, without an error of the server', async () => {
    const run = (input: Record<string, unknown>) =>
      grace.graphql.run('mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename } }', { input });
    for (const changes of [{ weight: 'heavy' }, { harvestDate: '2026-02-30' }, { colour: 'brown' }, { farmId: null }]) {
      const { errors } = await run(lotInput(changes));
      expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
      expect(errors[0]?.message).toContain(Object.keys(changes)[0]);
    }
  });
});

describe('REST alone', () => {
  it('answers 201 for a new lot, saying what happens next', async () => {
    const answer = await grace.rest.send('POST', '/lots', lotInput());
    expect(answer.status).toBe(201);
    expect(answer.body.message).toContain('Blockchain recording initiated...');
    expect(answer.body.message).toContain('Satellite verification started');
  });

  it.each([
    ['lotId', undefined, 'Lot ID is required'],
    ['farmId', null, 'Farm ID is required'],
    ['harvestDate', '', 'Harvest date is required'],
    ['harvestDate', '2026-02-30', 'Harvest date must be a calendar day in the form YYYY-MM-DD'],
    ['harvestDate', '0000-01-01', 'Harvest date must be a calendar day in the form YYYY-MM-DD'],
    ['latitude', null, 'Latitude is required'],
    ['latitude', '5', 'Latitude must be between -90 and 90'],
    ['weight', undefined, 'Weight is required'],
    ['moistureContent', undefined, 'Moisture content is required'],
    ['temperature', 'warm', 'Temperature must be between -50°C and 60°C'],
    ['isAnonymized', 'yes', 'isAnonymized must be true or false'],
    ['colour', 'brown', "You can't set colour here"],
    ['currentProcess', 'delivered', "You can't set currentProcess here"],
  ])('names %s when it is %j', async (field, value, message) => {
    const answer = await grace.rest.send('POST', '/lots', lotInput({ [field]: value }));
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ field, message }]]);
  });

  it('refuses any other field in a patch', async () => {
    const lot = await registered(grace);
    for (const field of ['id', 'lotId', 'currentProcess', 'deforestationStatus', 'blockchainHash', 'createdAt', 'x']) {
      const answer = await admin.rest.send('PATCH', `/lots/${lot.id}`, { weight: 3, [field]: 'LOT999' });
      expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field]);
    }
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot.weight).toBe(50);
  });

  it('takes the version from If-Match, as the ETag of the read gave it', async () => {
    const lot = await registered(grace);
    const read = await grace.rest.get(`/lots/by-lot-id/${lot.lotId}`);
    const etag = read.headers.get('etag') ?? '';
    const patch = (weight: number, ifMatch: string) =>
      processor.rest.send('PATCH', `/lots/${lot.id}`, { weight }, { 'if-match': ifMatch });
    expect((await patch(61, etag)).status).toBe(200);
    expect((await patch(62, etag)).status).toBe(409);
    expect((await patch(63, 'rubbish')).status).toBe(400);
    expect((await patch(64, '*')).status).toBe(200);
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ weight: 64, version: 3 });
  });

  it('takes If-Match and a version in the body together only when both are current', async () => {
    const lot = await registered(grace);
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 51 });
    const both = await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 52, version: 2 }, { 'if-match': '"1"' });
    expect(both.status).toBe(409);
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot.weight).toBe(51);
  });

  it('ignores filters and figures that are given but empty', async () => {
    const empty = 'search=&status=&variety=&eudr=&blockchain=&stage=&harvestedFrom=&harvestedTo=';
    for (const path of [`/lots?${empty}&page=&limit=&sort=&order=`, `/lots/stats?${empty}`]) {
      expect((await grace.rest.get(path)).status).toBe(200);
    }
  });

  it.each([
    [
      '/lots?status=lost',
      'status',
      'status must be one of: harvested, fermented, drying, processed, shipped, delivered',
    ],
    ['/lots?blockchain=yes', 'blockchain', 'blockchain must be one of: recorded, pending'],
    [
      '/lots?sort=colour',
      'sort',
      'sort must be one of: harvestDate, lotId, farmerName, weight, qualityScore, currentProcess, createdAt, eudr, blockchain, satellite, risk',
    ],
    ['/lots?order=up', 'order', 'order must be one of: asc, desc'],
    ['/lots?page=1.5', 'page', 'page must be a whole number from 1 to 1000000'],
    ['/lots?limit=ten', 'limit', 'limit must be a whole number from 1 to 100'],
    ['/lots?harvestedFrom=yesterday', 'harvestedFrom', 'harvestedFrom must be a day, YYYY-MM-DD'],
    ['/lots?colour=brown', 'colour', "You can't set colour here"],
  ])('refuses %s, naming what it takes', async (path, field, message) => {
    const answer = await grace.rest.get(path);
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ field, message }]]);
  });

  it('has pages of ten unless asked otherwise', async () => {
    await Promise.all(Array.from({ length: 11 }, () => registered(processor, { farmId: 'FARM888' })));
    const answer = await processor.rest.get('/lots?search=farm888');
    expect(answer.data.lots).toHaveLength(10);
    expect(answer.data.pagination).toEqual({ total: 11, page: 1, totalPages: 2, hasNext: true, hasPrev: false });
  });
});
