import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/* Files of alerts that are read from the database in several parts. */
let app: TestApp;
let auditor: Person;
let alertId: string;

beforeAll(async () => {
  app = await createTestApp();
  auditor = await app.person('auditor');
  const lot = await settledLot(app, await app.person('farmer', { farmId: 'FARM001' }));
  alertId = await raiseSmoke(app.app.database, lot.id);
  await auditor.rest.send('PUT', `/alerts/${alertId}/acknowledge`);
});
afterAll(() => app.stop());

const paper = (bytes: number): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes), Buffer.from('\n%%EOF\n')]);

async function added(content: Buffer<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), 'paper.pdf');
  const { status, data } = await auditor.rest.form(`/alerts/${alertId}/files`, form);
  expect(status).toBe(201);
  return data.investigation.files.at(-1).id;
}

const download = (fileId: string): Promise<Response> =>
  fetch(`${app.url}/api/v1/alerts/${alertId}/files/${fileId}`, {
    headers: { authorization: `Bearer ${auditor.accessToken}` },
  });

it.each([100, 512 * 1024, 1_300_000])('a file of %i bytes comes back byte by byte', async (bytes) => {
  const content = paper(bytes);
  const answer = await download(await added(content));
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
});

it('a file whose last part was changed in the database is not given out', async () => {
  const id = await added(paper(1_300_000));
  await app.app.database.rows(
    `update alert_file set bytes = set_byte(bytes, size_bytes - 1, 65) where id = $1 returning 1`,
    [id],
  );
  expect((await download(id)).status).toBe(409);
});
