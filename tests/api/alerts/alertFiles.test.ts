import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

const LIMIT_BYTES = 60_000;
let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of another farm */
let kofi: Person;
let auditor: Person;
let admin: Person;
let lot: LotView;
const photo = await readFile(join(packageRoot, 'tests/fixtures/pictures/gps.jpg'));

beforeAll(async () => {
  app = await createTestApp({ limits: { alertFilesBytes: LIMIT_BYTES } });
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  kofi = await app.person('farmer', { farmId: 'FARM002' });
  auditor = await app.person('auditor', { name: 'Elena Quispe' });
  admin = await app.person('admin');
  lot = await settledLot(app, grace);
});
afterAll(() => app.stop());

/** An alert that somebody looks after. */
async function acknowledged(lotUuid = lot.id): Promise<string> {
  const id = await raiseSmoke(app.app.database, lotUuid);
  await auditor.rest.send('PUT', `/alerts/${id}/acknowledge`);
  return id;
}

function add(by: Person, id: string, bytes: Uint8Array<ArrayBuffer> | string, name = 'photo.jpg'): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type: 'image/png' }), name);
  return by.rest.form(`/alerts/${id}/files`, form);
}

const download = (by: Person, id: string, fileId: string): Promise<Response> =>
  fetch(`${app.url}/api/v1/alerts/${id}/files/${fileId}`, { headers: { authorization: `Bearer ${by.accessToken}` } });

const OUTLINE = '{"type":"Point","coordinates":[145.79,-5.22]}';

describe('a photograph added to an alert', () => {
  it('is kept without its place, and given out as a download to those who see the alert', async () => {
    const id = await acknowledged();
    const added = await add(grace, id, photo, 'C:\\DCIM\\Grove by the river.HEIC');
    expect(added.status).toBe(201);
    const [file] = added.data.investigation.files;
    expect(file).toMatchObject({
      name: 'Grove by the river.jpg',
      mediaType: 'image/jpeg',
      addedBy: 'Grace Kila',
      addedById: grace.userId,
      sealed: true,
    });
    const answer = await download(auditor, id, file.id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([bytes.length, bytes.subarray(0, 2).toString('hex')]).toEqual([file.size, 'ffd8']);
    for (const word of ['Exif', 'FieldPhone', 'Grace Kila']) expect(bytes.includes(word)).toBe(false);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="Grove by the river.jpg"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const stored = await app.app.database.row<{ bytes: Buffer }>('select bytes from alert_file where id = $1', [
      file.id,
    ]);
    expect(stored?.bytes.equals(bytes)).toBe(true);
    expect((await download(kofi, id, file.id)).status).toBe(404);
    expect((await fetch(`${app.url}/api/v1/alerts/${id}/files/${file.id}`)).status).toBe(401);
    expect((await download(auditor, await acknowledged(), file.id)).status).toBe(404);
  });

  it('is told on the audit trail by its id, and not by its name', async () => {
    const id = await acknowledged();
    await add(grace, id, photo, 'Grace.jpg');
    const lines = await app.app.database.rows<{ details: object }>(
      `select details from audit_entry where target_id = $1 and action = 'alert.file-added'`,
      [id],
    );
    expect(lines).toEqual([
      { details: { fileId: expect.any(String), mediaType: 'image/jpeg', bytes: expect.any(Number) } },
    ]);
  });
});

describe('a file is refused', () => {
  it('before the alert is acknowledged, and once it is dismissed; taken after it was resolved', async () => {
    const id = await raiseSmoke(app.app.database, lot.id);
    const refused = await add(grace, id, OUTLINE);
    expect([refused.status, refused.body.said]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict.alert_takes_no_files' }),
    ]);
    await auditor.rest.send('PUT', `/alerts/${id}/resolve`);
    expect((await add(grace, id, OUTLINE)).status).toBe(201);
    const dismissed = await raiseSmoke(app.app.database, lot.id);
    await auditor.rest.send('PUT', `/alerts/${dismissed}/dismiss`);
    expect((await add(grace, dismissed, OUTLINE)).status).toBe(409);
  });

  it('from whoever does not see the alert, and without a file', async () => {
    const id = await acknowledged();
    expect((await add(kofi, id, OUTLINE)).status).toBe(404);
    expect((await grace.rest.send('POST', `/alerts/${id}/files`, {})).status).toBe(415);
    const { status, body } = await add(grace, id, '');
    expect([status, body.details?.[0]?.field]).toEqual([400, 'file']);
  });

  it('when its bytes are of no type that is taken, whatever it is called', async () => {
    const id = await acknowledged();
    for (const bytes of ['<!doctype html><script>alert(1)</script>', photo.subarray(0, 900)]) {
      const { status, body } = await add(grace, id, bytes, 'photo.jpg');
      expect([status, body.details?.[0]?.message]).toEqual([
        400,
        expect.stringContaining('is damaged or has another type'),
      ]);
    }
  });

  it('larger than 10 MB', async () => {
    const id = await acknowledged();
    const { status, body } = await add(grace, id, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([status, body.message]).toEqual([413, 'The file is larger than 10 MB']);
  });

  it('as the 21st of an alert, also when many come at once', async () => {
    const id = await acknowledged();
    const answers = await Promise.all(Array.from({ length: 24 }, () => add(grace, id, OUTLINE)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it('when all files together would be more than the database is to hold', async () => {
    const id = await acknowledged();
    const large = JSON.stringify({ type: 'Point', coordinates: [145.79, -5.22], note: 'x'.repeat(LIMIT_BYTES) });
    const { status, body } = await add(grace, id, large);
    expect([status, body.said]).toEqual([409, expect.objectContaining({ code: 'conflict.no_room_for_files' })]);
  });
});

describe('a file is removed', () => {
  it('by whoever added it and by admins, for good', async () => {
    const id = await acknowledged();
    await add(grace, id, photo);
    const [first] = (await add(auditor, id, OUTLINE)).data.investigation.files;
    expect((await auditor.rest.send('DELETE', `/alerts/${id}/files/${first.id}`)).status).toBe(403);
    expect((await kofi.rest.send('DELETE', `/alerts/${id}/files/${first.id}`)).status).toBe(404);
    const { data } = await grace.rest.send('DELETE', `/alerts/${id}/files/${first.id}`);
    const [second] = data.investigation.files;
    expect(data.investigation.files).toHaveLength(1);
    const gone = await admin.graphql.run(
      `mutation ($id: ID!, $fileId: ID!) { removeAlertFile(id: $id, fileId: $fileId) { ... on InvestigationUpdated { investigation { files { id } } } } }`,
      { id, fileId: second.id },
    );
    expect(gone.data.removeAlertFile.investigation.files).toEqual([]);
    expect((await download(grace, id, first.id)).status).toBe(404);
    expect((await grace.rest.send('DELETE', `/alerts/${id}/files/${first.id}`)).status).toBe(404);
    const left = await app.app.database.rows('select name, bytes, sha256 from alert_file where alert_id = $1', [id]);
    expect(left).toEqual([
      { name: null, bytes: null, sha256: null },
      { name: null, bytes: null, sha256: null },
    ]);
  });

  it('by the erasure of whoever added it, and of the farmer of the lot', async () => {
    const maria = await app.person('auditor', { name: 'María Bolívar' });
    const nina = await app.person('farmer', { farmId: 'FARM007', name: 'Nina Sori' });
    const own = await settledLot(app, nina, { farmId: 'FARM007', farmerName: 'Nina Sori' });
    const [id, ofNina] = [await acknowledged(), await acknowledged(own.id)];
    await add(maria, id, photo);
    await add(grace, id, OUTLINE);
    await add(auditor, ofNina, photo);
    expect((await maria.rest.send('DELETE', '/gdpr/delete')).data.receipt.fields).toContain('alertFiles');
    const { files } = (await auditor.rest.get(`/alerts/${id}/investigation`)).data.investigation;
    expect(files).toMatchObject([{ addedBy: 'Grace Kila' }]);
    expect((await nina.rest.send('DELETE', '/gdpr/delete')).data.receipt.fields).toContain('alertFiles');
    expect((await auditor.rest.get(`/alerts/${ofNina}/investigation`)).data.investigation.files).toEqual([]);
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'alert_file')).toEqual([]);
  });
});

describe('a file that was changed in the database', () => {
  it('is not given out, and the walk names it', async () => {
    const id = await acknowledged();
    const [file] = (await add(grace, id, OUTLINE)).data.investigation.files;
    await app.app.database.rows(`update alert_file set bytes = '\\x00' where id = $1`, [file.id]);
    const answer = await download(auditor, id, file.id);
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ said: expect.objectContaining({ code: 'conflict.alert_file_changed' }) }),
    ]);
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings).toContainEqual(expect.objectContaining({ table: 'alert_file', row: file.id }));
    await app.app.database.rows(`update alert_file set name = 'other.geojson' where id = $1`, [file.id]);
    expect((await auditor.rest.get(`/alerts/${id}/investigation`)).data.investigation.files[0].sealed).toBe(false);
    await app.app.database.rows('update alert_file set name = $2, bytes = $3 where id = $1', [
      file.id,
      file.name,
      Buffer.from(OUTLINE),
    ]);
  });
});
