import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { DOCUMENT_ROWS } from '../../../server/modules/due-diligence/signedDueDiligence.ts';
import { checkDocuments } from '../../../server/modules/due-diligence/checkDocuments.ts';
import { readRegisterContent } from '../../../server/domain/ledger/register.ts';
import { addDocument, paper } from './dueDiligenceWorld.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  await app.person('farmer', { farmId: 'FARM001' });
});
afterAll(() => app?.stop());

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
const contents = async () =>
  (await sql('select content from register_event order by seq'))
    .map(({ content }) => readRegisterContent(String(content)))
    .filter((one) => one !== null);
const faults = async () => (await checkDocuments(app.app.database, await contents())).map(({ fault }) => fault);

async function anchored(ids: readonly string[]): Promise<void> {
  // As its hour comes by the clock.
  await sql(`select graphile_worker.add_job('register')`);
  await until(async () => {
    const rows = await sql(
      `select 1 from dd_document d join register_event e on e.event_id = d.anchor
       where d.id = any($1::uuid[]) and e.recorded_at is not null`,
      [ids],
    );
    return rows.length === ids.length;
  }, 'the documents to be anchored');
}

it('commitments of documents stand on the ledger; a changed file, a lost row and a kept salt are found', async () => {
  const add = async (title: string) => String((await addDocument(admin, { title })).data.document.id);
  const ids = [await add('One'), await add('Two'), await add('Three')];
  expect((await admin.rest.get(`/due-diligence/documents/${ids[0]}`)).data.document.isAnchored).toBe(false);
  await anchored(ids);
  expect((await admin.rest.get(`/due-diligence/documents/${ids[0]}`)).data.document.isAnchored).toBe(true);
  expect(await faults()).toEqual([]);

  // The salt goes with the file; the commitment stays on the ledger.
  await admin.rest.send('DELETE', `/due-diligence/documents/${ids[2]}`);
  const [removed] = await sql('select salt, anchor is not null as anchored from dd_document where id = $1', [ids[2]]);
  expect([removed, await faults()]).toEqual([{ salt: null, anchored: true }, []]);

  // By somebody who holds the secret as well: row, hash and signature fit, and the ledger does not.
  await sql(`update dd_document set bytes = $2, sha256 = sha256($2), size_bytes = length($2) where id = $1`, [
    ids[0],
    Buffer.from(paper('Forged')),
  ]);
  const [row] = await sql(`select ${DOCUMENT_ROWS.facts('t')} as facts from dd_document t where id = $1`, [ids[0]]);
  const facts = Object.fromEntries(Object.entries(Object(row?.facts)));
  await sql('update dd_document set seal = $2 where id = $1', [
    ids[0],
    app.app.database.seals.seal(DOCUMENT_ROWS.kind, ids[0] ?? '', facts),
  ]);
  expect((await admin.rest.get(`/due-diligence/documents/${ids[0]}`)).status).toBe(200);
  expect(await faults()).toEqual(['is not the file that the register chain commits to']);

  await sql('delete from dd_document where id = $1', [ids[1]]);
  expect((await faults()).sort()).toEqual([
    'is not the file that the register chain commits to',
    expect.stringMatching(/^lacks 1 of the documents that register event/),
  ]);
});
