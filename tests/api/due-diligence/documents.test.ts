import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type PermissionTable, type Role } from '../../../server/domain/access/permissions.ts';
import { FILE } from '../../../server/domain/messages/callMessages.ts';
import { DUE_DILIGENCE } from '../../../server/domain/messages/dueDiligenceMessages.ts';
import { checkDocuments } from '../../../server/modules/due-diligence/checkDocuments.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import {
  addDocument,
  dayFromNow,
  downloadDocument,
  downloadThumbnail,
  paper,
  photo,
  photoOf,
} from './dueDiligenceWorld.ts';

const png = await readFile(join(packageRoot, 'tests/fixtures/pictures/gps.png'));

let app: TestApp;
let people: Record<Role, Person>;
/** farmer of another farm */
let kofi: Person;
const servers: Partial<Record<PermissionTable, TestApp>> = {};

beforeAll(async () => {
  app = await createTestApp();
  servers.merged = app;
  const [farmer, processor, auditor, admin] = [
    await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    await app.person('processor', { name: 'Peter Wama' }),
    await app.person('auditor'),
    await app.person('admin'),
  ];
  people = { farmer, processor, auditor, admin };
  kofi = await app.person('farmer', { farmId: 'FARM002' });
  for (const table of ['A', 'B'] as const) {
    servers[table] = await createTestApp({
      database: app.databaseUrl,
      env: { PERMISSION_TABLE: table, ROLE: 'web' },
    });
  }
});
afterAll(async () => {
  await servers.A?.stop();
  await servers.B?.stop();
  await app?.stop();
});

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
const ids = (answer: { data: { documents: { id: string }[] } }) => answer.data.documents.map(({ id }) => id);
const auditOf = (id: string) =>
  sql(`select action, user_id as by from audit_entry where target_id = $1 and action like 'document.%' order by id`, [
    id,
  ]);

/** Who reads, adds and removes documents about FARM001: written from docs/spec/access-and-accounts.md. */
const RIGHTS: Record<PermissionTable, Record<Role, { reads: boolean; adds: boolean; removes: boolean }>> = {
  merged: {
    farmer: { reads: true, adds: true, removes: false },
    processor: { reads: true, adds: true, removes: true },
    auditor: { reads: true, adds: false, removes: false },
    admin: { reads: true, adds: true, removes: true },
  },
  A: {
    farmer: { reads: false, adds: false, removes: false },
    processor: { reads: true, adds: true, removes: true },
    auditor: { reads: true, adds: false, removes: false },
    admin: { reads: false, adds: false, removes: false },
  },
  B: {
    farmer: { reads: false, adds: false, removes: false },
    processor: { reads: true, adds: true, removes: true },
    auditor: { reads: true, adds: false, removes: false },
    admin: { reads: true, adds: true, removes: true },
  },
};

describe.each(['merged', 'A', 'B'] as const)('by the table %s', (table) => {
  it.each(ROLES)('a %s does what its right allows, over REST and GraphQL', async (role) => {
    const url = servers[table]?.url ?? '';
    const rest = restClient(url, people[role].accessToken);
    const { id } = (await addDocument(people.admin, {}, { bytes: photo, thumbnail: photo })).data.document;
    const { reads, adds, removes } = RIGHTS[table][role];
    expect([
      (await rest.get('/due-diligence/documents')).status,
      (await rest.get(`/due-diligence/documents/${id}`)).status,
      (await downloadDocument(url, people[role], id)).status,
      (await downloadThumbnail(url, people[role], id)).status,
      (await addDocument({ rest })).status,
      (await rest.send('DELETE', `/due-diligence/documents/${id}`)).status,
    ]).toEqual([...Array.from({ length: 4 }, () => (reads ? 200 : 403)), adds ? 201 : 403, removes ? 200 : 403]);

    const graphql = graphqlClient(url, people[role].accessToken);
    const other = (await addDocument(people.admin)).data.document.id;
    const outcome = async (query: string) =>
      (await graphql.run(query, { id: other })).errors[0]?.extensions?.code ?? 'done';
    expect([
      await outcome('query { dueDiligenceDocuments { pagination { total } } }'),
      await outcome('query ($id: ID!) { dueDiligenceDocument(id: $id) { title } }'),
      await outcome('mutation ($id: ID!) { removeDueDiligenceDocument(id: $id) { __typename } }'),
    ]).toEqual([reads, reads, removes].map((may) => (may ? 'done' : 'FORBIDDEN')));
  });
});

it('is about a farm that stands in the register alone, and about no unknown one', async () => {
  const farm = {
    farmId: 'FARM-NEW',
    name: 'New hill',
    village: 'Usino',
    country: 'PG',
    farmers: [{ name: 'Ruth Gena' }],
  };
  expect((await addDocument(people.admin, { subject: farm.farmId })).status).toBe(400);
  expect((await people.admin.rest.send('POST', '/farms', farm)).status).toBe(201);
  expect((await addDocument(people.admin, { subject: farm.farmId })).status).toBe(201);
});

describe('a farmer', () => {
  it('reads and adds documents about the own farm, its plots and lots, and learns of no other', async () => {
    const draw = (by: Person, farm: string, west: number) =>
      by.rest.send('POST', `/farms/${farm}/plots`, {
        name: `Plot ${randomUUID().slice(0, 8)}`,
        geometry: { type: 'Point', coordinates: [west, -5.258413] },
        areaHa: 2,
      });
    const own = (await draw(people.farmer, 'FARM001', 145.743926)).data.plot.id;
    const foreign = (await draw(kofi, 'FARM002', 145.783926)).data.plot.id;
    expect((await addDocument(people.farmer, { subjectKind: 'plot', subject: own })).status).toBe(201);
    for (const [subjectKind, subject] of [
      ['plot', foreign],
      ['farm', 'FARM002'],
      ['farm', 'FARM-UNKNOWN'],
      ['plot', randomUUID()],
    ]) {
      const answer = await addDocument(people.farmer, { subjectKind, subject });
      expect([answer.status, answer.body.details?.[0]?.message]).toEqual([400, DUE_DILIGENCE.noSubject({}).text]);
    }
    const foreignPhoto = { bytes: photo, thumbnail: photo };
    const { id } = (await addDocument(people.admin, { subject: 'FARM002' }, foreignPhoto)).data.document;
    expect((await people.farmer.rest.get(`/due-diligence/documents/${id}`)).status).toBe(404);
    expect((await downloadDocument(app.url, people.farmer, id)).status).toBe(404);
    expect((await downloadThumbnail(app.url, people.farmer, id)).status).toBe(404);
    expect((await downloadThumbnail(app.url, kofi, id)).status).toBe(200);
    expect(ids(await people.farmer.rest.get('/due-diligence/documents?limit=100'))).not.toContain(id);
    expect(ids(await kofi.rest.get('/due-diligence/documents?limit=100'))).toEqual([id]);
  });

  it('reads no assessment, measure or concern, and nothing of a consignment', async () => {
    for (const path of ['assessments', 'measures', 'concerns']) {
      expect((await people.farmer.rest.get(`/due-diligence/${path}`)).status).toBe(403);
    }
    expect((await people.farmer.rest.get(`/consignments/${randomUUID()}/due-diligence`)).status).toBe(403);
    expect((await app.rest.get('/due-diligence/documents')).status).toBe(401);
  });
});

describe('a document', () => {
  it('is told by its content, loses what a camera wrote, and is given out with the same bytes, audited', async () => {
    const added = await addDocument(people.processor, {}, { bytes: photo, name: 'C:\\DCIM\\Title.HEIC' });
    const { document } = added.data;
    expect([added.status, document]).toMatchObject([
      201,
      { name: 'Title.jpg', mediaType: 'image/jpeg', uploadedBy: 'Peter Wama', farmId: 'FARM001', validity: 'valid' },
    ]);
    const first = await downloadDocument(app.url, people.auditor, document.id);
    const bytes = Buffer.from(await first.arrayBuffer());
    const again = Buffer.from(await (await downloadDocument(app.url, people.farmer, document.id)).arrayBuffer());
    expect(again.equals(bytes)).toBe(true);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(document.sha256);
    for (const word of ['Exif', 'FieldPhone', 'Grace Kila']) expect(bytes.includes(word)).toBe(false);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="Title.jpg"',
      'cache-control': 'private, no-store',
    });
    expect(await auditOf(document.id)).toEqual([
      { action: 'document.added', by: people.processor.userId },
      { action: 'document.read', by: people.auditor.userId },
      { action: 'document.read', by: people.farmer.userId },
    ]);
  });

  it.each(['farm', 'lot'])(
    'keeps place and time of a photo by choice, beside the file, about a %s',
    async (subjectKind) => {
      const made = await people.processor.rest.send('POST', '/lots', newLot({ farmId: 'FARM001' }));
      const subject = subjectKind === 'lot' ? made.data.lot.lotId : 'FARM001';
      const about = { subjectKind, subject };
      const taken = { latitude: -5.222222, longitude: 145.7869, takenAt: '2026-11-03T08:14:55' };
      const add = async (fields: Record<string, string>, bytes: Uint8Array<ArrayBuffer> | string) =>
        (await addDocument(people.processor, { ...about, ...fields }, { bytes })).data.document;
      const kept = await add({ keepPlaceAndTime: 'true' }, photo);
      expect(kept.photo).toEqual(taken);
      expect((await add({}, photo)).photo).toBeNull();
      expect((await add({ keepPlaceAndTime: 'false' }, photo)).photo).toBeNull();
      expect((await add({ keepPlaceAndTime: 'true' }, paper())).photo).toBeNull();
      const wrong = await addDocument(people.processor, { ...about, keepPlaceAndTime: 'maybe' }, { bytes: photo });
      expect([wrong.status, wrong.body.details?.[0]?.field]).toEqual([400, 'keepPlaceAndTime']);
      const { data } = await people.auditor.graphql.run(
        'query ($id: ID!) { dueDiligenceDocument(id: $id) { photo { latitude longitude takenAt } } }',
        { id: kept.id },
      );
      expect(data.dueDiligenceDocument.photo).toEqual(taken);
      const file = Buffer.from(await (await downloadDocument(app.url, people.auditor, kept.id)).arrayBuffer());
      expect(file.includes('Exif')).toBe(false);
      // Changed in the database, the place counts for nothing.
      await sql('update dd_document set photo_lat_micro = 0 where id = $1', [kept.id]);
      expect((await people.auditor.rest.get(`/due-diligence/documents/${kept.id}`)).status).toBe(409);
      await sql('update dd_document set photo_lat_micro = -5222222 where id = $1', [kept.id]);
      await people.processor.rest.send('DELETE', `/due-diligence/documents/${kept.id}`);
      expect(
        await sql(
          'select photo_lat_micro as lat, photo_lon_micro as lon, photo_taken_at as at from dd_document where id = $1',
          [kept.id],
        ),
      ).toEqual([{ lat: null, lon: null, at: null }]);
    },
  );

  it('has the thumbnail that came with a photo, without what a camera wrote, not audited', async () => {
    const { document } = (await addDocument(people.processor, {}, { bytes: photo, thumbnail: photo })).data;
    expect(document.hasThumbnail).toBe(true);
    const answer = await downloadThumbnail(app.url, people.auditor, document.id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
    for (const word of ['Exif', 'FieldPhone', 'Grace Kila']) expect(bytes.includes(word)).toBe(false);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="thumbnail.jpg"',
      'cache-control': 'private, no-store',
    });
    expect(await auditOf(document.id)).toEqual([{ action: 'document.added', by: people.processor.userId }]);
    const { data } = await people.auditor.graphql.run(
      'query ($id: ID!) { dueDiligenceDocument(id: $id) { hasThumbnail } }',
      { id: document.id },
    );
    expect(data.dueDiligenceDocument).toEqual({ hasThumbnail: true });

    const without = (await addDocument(people.processor, {}, { bytes: photo })).data.document;
    expect(without.hasThumbnail).toBe(false);
    expect((await downloadThumbnail(app.url, people.auditor, without.id)).status).toBe(404);
  });

  it.each([
    ['no picture', '<!doctype html>', FILE.noThumbnail({ pixels: 240 })],
    ['nothing', '', FILE.noThumbnail({ pixels: 240 })],
    ['a PNG picture', png, FILE.noThumbnail({ pixels: 240 })],
    ['half a picture', photo.subarray(0, 500), FILE.noThumbnail({ pixels: 240 })],
    ['too wide', photoOf(241, 24), FILE.noThumbnail({ pixels: 240 })],
    ['too high', photoOf(24, 65_535), FILE.noThumbnail({ pixels: 240 })],
    ['too large', Buffer.concat([photo, Buffer.alloc(30_001 - photo.length)]), FILE.largeThumbnail({ kilobytes: 30 })],
  ])('is refused with a thumbnail that is %s', async (_name, thumbnail, { text }) => {
    const [before] = await sql('select count(*) from dd_document');
    const answer = await addDocument(people.processor, {}, { bytes: photo, thumbnail });
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ field: 'thumbnail', message: text }]]);
    expect(await sql('select count(*) from dd_document')).toEqual([before]);
  });

  it('is taken with a thumbnail of the largest size', async () => {
    const picture = photoOf(240, 240);
    const largest = Buffer.concat([picture, Buffer.alloc(30_000 - picture.length)]);
    expect((await addDocument(people.processor, {}, { bytes: photo, thumbnail: largest })).status).toBe(201);
  });

  it('is refused with a thumbnail of a paper, and with a second file', async () => {
    const ofPaper = await addDocument(people.processor, {}, { thumbnail: photo });
    expect([ofPaper.status, ofPaper.body.details?.[0]?.field]).toEqual([400, 'thumbnail']);
    const form = new FormData();
    for (const part of ['file', 'other']) form.append(part, new Blob([photo]), 'photo.jpg');
    const query = 'documentClass=land_use&subjectKind=farm&subject=FARM001&title=Two&validFrom=2026-01-01';
    const two = await people.processor.rest.form(`/due-diligence/documents?${query}`, form);
    expect([two.status, two.body.details?.[0]?.message]).toEqual([400, 'Send one file at a time']);
  });

  it('whose thumbnail was changed in the database shows it no more', async () => {
    const add = async (): Promise<string> =>
      (await addDocument(people.processor, {}, { bytes: photo, thumbnail: photo })).data.document.id;
    const forged = Buffer.from(photoOf(20, 20));
    const [bytes, both] = [await add(), await add()];
    await sql('update dd_document set thumbnail = $2 where id = $1', [bytes, forged]);
    expect((await downloadThumbnail(app.url, people.auditor, bytes)).status).toBe(409);
    const faults = await checkDocuments(app.app.database, []);
    expect(faults.filter(({ row }) => row === bytes)).toEqual([
      expect.objectContaining({ fault: 'holds another thumbnail than the program stored' }),
    ]);
    await sql('update dd_document set thumbnail = $2, thumbnail_sha256 = sha256($2) where id = $1', [both, forged]);
    expect((await downloadThumbnail(app.url, people.auditor, both)).status).toBe(409);
    expect((await people.auditor.rest.get(`/due-diligence/documents/${both}`)).status).toBe(409);
    await sql('delete from dd_document where id = any($1::uuid[])', [[bytes, both]]);
  });

  it.each([
    ['a page', '<!doctype html>'],
    ['an outline', '{"type":"Point","coordinates":[145.79,-5.22]}'],
    ['half a paper', '%PDF-1.7\n1 0 obj'],
  ])('is never %s', async (_name, bytes) => {
    const answer = await addDocument(people.processor, {}, { bytes });
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'file']);
  });

  it('is refused field by field, and nothing is added', async () => {
    const [before] = await sql('select count(*) from dd_document');
    const answer = await addDocument(people.processor, {
      documentClass: 'wish',
      title: ' ',
      validFrom: '2026-02-30',
      namesPerson: 'maybe',
    });
    expect([answer.status, answer.body.details?.map(({ field }) => field).sort()]).toEqual([
      400,
      ['documentClass', 'namesPerson', 'title', 'validFrom'],
    ]);
    const turned = await addDocument(people.processor, { validUntil: '2025-12-31' });
    expect(turned.body.details?.[0]?.message).toBe(DUE_DILIGENCE.endBeforeStart({}).text);
    const ofFarm = await addDocument(people.processor, { documentClass: 'tax_customs' });
    expect(ofFarm.body.details?.[0]?.message).toBe(
      DUE_DILIGENCE.wrongSubject({ choices: ['lot', 'consignment'] }).text,
    );
    // No form, so no file.
    expect((await people.processor.rest.send('POST', '/due-diligence/documents', {})).status).toBe(415);
    expect(await sql('select count(*) from dd_document')).toEqual([before]);
  });

  it('is added once by one idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [one, two] = [
      await addDocument(people.processor, { title: 'Once' }, {}, headers),
      await addDocument(people.processor, { title: 'Once' }, {}, headers),
    ];
    expect(two.data.document.id).toBe(one.data.document.id);
    expect(await sql(`select 1 from dd_document where title = 'Once'`)).toHaveLength(1);
    const files = { bytes: photo, thumbnail: photo };
    const keyed = { 'idempotency-key': randomUUID() };
    const photographed = await addDocument(people.processor, { title: 'Beds' }, files, keyed);
    const again = await addDocument(people.processor, { title: 'Beds' }, files, keyed);
    expect(again.data.document.id).toBe(photographed.data.document.id);
    const other = { ...files, thumbnail: photoOf(20, 20) };
    expect((await addDocument(people.processor, { title: 'Beds' }, other, keyed)).status).toBe(409);
  });

  it('is deleted for good with its names, and the fact stays', async () => {
    const files = { bytes: photo, thumbnail: photo };
    const { id } = (await addDocument(people.processor, { title: 'To be deleted' }, files)).data.document;
    expect((await people.processor.rest.send('DELETE', `/due-diligence/documents/${id}`)).status).toBe(200);
    expect((await people.auditor.rest.get(`/due-diligence/documents/${id}`)).status).toBe(404);
    expect((await downloadDocument(app.url, people.auditor, id)).status).toBe(404);
    expect((await people.processor.rest.send('DELETE', `/due-diligence/documents/${id}`)).status).toBe(404);
    expect((await downloadThumbnail(app.url, people.auditor, id)).status).toBe(404);
    const gone = ['title', 'name', 'bytes', 'sha256', 'salt', 'thumbnail', 'thumbnail_sha256'];
    const [row] = await sql(`select ${gone.join(', ')}, document_class from dd_document where id = $1`, [id]);
    expect(row).toEqual({ ...Object.fromEntries(gone.map((column) => [column, null])), document_class: 'land_use' });
  });

  it('that was changed in the database is not handed out', async () => {
    const { id } = (await addDocument(people.processor)).data.document;
    await sql(`update dd_document set bytes = $2 where id = $1`, [id, Buffer.from(paper('another'))]);
    expect((await downloadDocument(app.url, people.auditor, id)).status).toBe(409);
    const other = (await addDocument(people.processor)).data.document.id;
    await sql(`update dd_document set valid_until = '2099-01-01' where id = $1`, [other]);
    expect((await people.auditor.rest.get(`/due-diligence/documents/${other}`)).status).toBe(409);
    expect(ids(await people.auditor.rest.get('/due-diligence/documents?limit=100'))).not.toContain(other);
    await sql('delete from dd_document where id = any($1::uuid[])', [[id, other]]);
  });
});

describe('the list', () => {
  it('is narrowed by class and subject, and shows what expires, the first first', async () => {
    const add = async (title: string, fields: Record<string, string>) =>
      String((await addDocument(people.admin, { subject: 'FARM002', title, ...fields })).data.document.id);
    const soon = await add('Soon', { documentClass: 'labour', validUntil: dayFromNow(60) });
    const expired = await add('Expired', { documentClass: 'labour', validUntil: dayFromNow(-1) });
    const later = await add('Later', { documentClass: 'environment', validUntil: dayFromNow(120) });
    const of = async (query: string) =>
      ids(await people.auditor.rest.get(`/due-diligence/documents?limit=100&${query}`));
    expect(await of('documentClass=labour&subject=farm002')).toEqual([expired, soon]);
    const expiring = await of('expiring=true&subject=FARM002');
    expect(expiring).toEqual([expired, soon]);
    expect(await of('subject=FARM002&subjectKind=plot')).toEqual([]);
    expect(await of('documentClass=environment&subject=FARM002')).toEqual([later]);
    const listed = await people.auditor.rest.get('/due-diligence/documents?expiring=true&subject=FARM002');
    expect(listed.data.documents.map(({ validity }: { validity: string }) => validity)).toEqual([
      'expired',
      'expires_soon',
    ]);
    expect((await people.auditor.rest.get('/due-diligence/documents?documentClass=wish')).status).toBe(400);
  });
});
