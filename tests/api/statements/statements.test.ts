import { createHash, randomInt } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FILING } from '../../../server/domain/messages/filingMessages.ts';
import { STATEMENT } from '../../../server/domain/messages/statementMessages.ts';
import { raiseAlertOn } from '../consignments/alertOnLot.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import { Threads } from '../../../server/platform/concurrency/threads.ts';
import { until } from '../../support/until.ts';
import { madeNumber, statementWorld, type StatementWorld } from './statementWorld.ts';

let world: StatementWorld;
let consignmentId: string;

beforeAll(async () => {
  world = await statementWorld();
  consignmentId = await world.closed('S/1');
});
afterAll(() => world?.app.stop());

const packageOf = async (id: string): Promise<Buffer> => {
  const answer = await fetch(`${world.app.url}/api/v1/statements/${id}/package`, {
    headers: { authorization: `Bearer ${world.auditor.accessToken}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe('a draft', () => {
  it('has the reference of the consignment, changes, and is deleted', async () => {
    const draft = await world.draft(consignmentId);
    expect(draft).toMatchObject({ state: 'draft', internalReference: 'S/1', hsHeading: '1801', kind: 'due_diligence' });
    const second = await world.draft(consignmentId);
    expect(second.internalReference).toMatch(/^S\/1-[0-9A-Z]{7}$/);
    const { rest } = world.processor;
    const changed = await rest.send('PATCH', `/statements/${draft.id}`, { comment: 'Bags of jute', version: 1 });
    expect(changed.data.statement).toMatchObject({ comment: 'Bags of jute', version: 2 });
    expect((await rest.send('PATCH', `/statements/${draft.id}`, { comment: 'x', version: 1 })).status).toBe(409);
    const taken = await rest.send('PATCH', `/statements/${second.id}`, { internalReference: 'S/1' });
    expect([taken.status, taken.body.message]).toEqual([409, FILING.referenceTaken({ reference: 'S/1' }).text]);
    for (const { id } of [draft, second]) {
      expect((await rest.send('DELETE', `/statements/${id}`)).data).toEqual({ discarded: true });
      expect((await rest.get(`/statements/${id}`)).status).toBe(404);
    }
  });

  it('is for a consignment that is closed, and made by those who manage statements', async () => {
    const { id } = await world.open('S/open');
    const open = await world.processor.rest.send('POST', `/consignments/${id}/statements`, { activityType: 'IMPORT' });
    expect([open.status, open.body.message]).toEqual([409, FILING.consignmentOpen({}).text]);
    const path = `/consignments/${consignmentId}/statements`;
    expect((await world.auditor.rest.send('POST', path, { activityType: 'IMPORT' })).status).toBe(403);
    expect((await world.farmer.rest.get(path)).status).toBe(403);
    expect((await world.app.rest.get(path)).status).toBe(401);
  });
});

describe('a check', () => {
  it('freezes nothing that has a fault, and says where it is mended', async () => {
    const draft = await world.draft(consignmentId, { activityType: 'DOMESTIC' });
    const { data } = await world.step(draft.id, 'check');
    expect(data).toMatchObject({ ready: false, statement: { state: 'draft', contentHash: null } });
    expect(data.findings).toMatchObject([
      {
        code: 'EUDR_COMMODITIES_DESCRIPTOR_PERCENTAGE_ESTIMATION_MISSING',
        field: 'deviationPercent',
        link: `/admin/consignments/${consignmentId}`,
      },
    ]);
    const early = await world.step(draft.id, 'hand-over');
    expect(early.status).toBe(409);
    await world.processor.rest.send('DELETE', `/statements/${draft.id}`);
  });

  it('freezes the content; a change makes it a draft again', async () => {
    const statement = await world.checkedStatement(consignmentId);
    expect(statement).toMatchObject({
      state: 'checked',
      netMass: 100,
      producerCount: 2,
      plotCount: 2,
      countries: ['PG'],
    });
    expect(statement['contentHash']).toMatch(/^[0-9a-f]{64}$/);
    const changed = await world.processor.rest.send('PATCH', `/statements/${statement.id}`, { comment: 'New' });
    expect(changed.data.statement).toMatchObject({ state: 'draft', contentHash: null, netMass: null });
    await world.processor.rest.send('DELETE', `/statements/${statement.id}`);
  });
});

describe('a package', () => {
  it('holds all that is filed, and has the same bytes each time', async () => {
    const own = {
      name: 'Kokoda Growers',
      address: 'Main road 1, Popondetta',
      country: 'PG',
      eori: '',
      email: '',
      version: 0,
    };
    expect((await world.admin.rest.send('PUT', '/cooperative', own)).status).toBe(200);
    const statement = await world.handedOver(consignmentId);
    const bytes = await packageOf(statement.id);
    expect(sha256(bytes)).toBe(statement.package?.sha256);
    expect((await packageOf(statement.id)).equals(bytes)).toBe(true);
    const files = unzipSync(bytes);
    const names = Object.keys(files);
    expect(names[0]).toBe('cover.pdf');
    expect(names.at(-1)).toBe('manifest.json');
    expect(names.map((name) => name.split('/')[0])).toEqual(
      expect.arrayContaining(['submit', 'type-1', 'type-2', 'plots', 'evidence', 'proofs']),
    );
    const manifest = JSON.parse(textOf(files['manifest.json']));
    expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, -1));
    for (const { name, sha256: hash } of manifest.files)
      expect([name, sha256(files[name] ?? bytes)]).toEqual([name, hash]);
    const reference = 'S-1';
    expect(textOf(files[`submit/${reference}.xml`])).toContain('<dds:activityType>IMPORT</dds:activityType>');
    const plots = JSON.parse(textOf(files[`type-2/${reference}.geojson`]));
    expect(plots.features).toHaveLength(2);
    expect(names.filter((name) => name.startsWith('type-1/'))).toHaveLength(2);
    const cover = textOfPdf(Buffer.from(files['cover.pdf'] ?? []));
    expect(cover).toContain('deforestation-free');
    expect(cover).toContain('Kokoda Growers');
    expect(cover).toContain('Main road 1, Popondetta');
    expect(cover).not.toMatch(/EUDR compliant/i);
    const reads = await world.sql(
      `select count(*)::int as count from audit_entry where action = 'statement.package-read'`,
    );
    expect(reads).toEqual([{ count: 2 }]);
  });

  it('that was changed in the database is not handed out', async () => {
    const [statement] = (await world.auditor.rest.get(`/consignments/${consignmentId}/statements`)).data.statements;
    await world.sql(`update statement_package set sha256 = repeat('0', 64) where statement_id = $1`, [statement.id]);
    const { status } = await world.auditor.rest.get(`/statements/${statement.id}/package`);
    expect(status).toBe(409);
    await world.sql(`update statement_package set sha256 = $2 where statement_id = $1`, [
      statement.id,
      statement.package.sha256,
    ]);
  });
});

describe('after handing over', () => {
  it('numbers, alerts and the window are shown; it is amended and withdrawn', async () => {
    const id = await world.closed('S/2');
    const first = await world.handedOver(id);
    const submittedAt = world.clock.now().toISOString();
    const numbers = { referenceNumber: madeNumber(), verificationNumber: 'SFFCB4Y3' };
    const recorded = await world.step(first.id, 'record', { submittedAt, ...numbers });
    expect(recorded.data.statement).toMatchObject({ state: 'available', ...numbers, submittedAt });
    const [own] = (await world.auditor.rest.get(`/consignments/${id}/lots`)).data.lots;
    const shown = async () => (await world.app.rest.get(`/lots/public/${own.lotId}/statements`)).data.statements;
    expect(await shown()).toEqual([]);
    const path = `/statements/${first.id}/numbers-public`;
    expect((await world.processor.rest.send('PUT', path, { numbersPublic: true })).status).toBe(200);
    expect(await shown()).toEqual([{ ...numbers, submittedAt }]);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const link = (await world.processor.rest.send('POST', `/consignments/${id}/links`, { expiresAt })).data;
    const { consignment } = (await world.app.rest.get(`/buyer/${link.token}`)).data;
    expect(consignment.statements).toMatchObject([{ ...numbers, state: 'available' }]);
    expect(Date.parse(recorded.data.statement.windowEndsAt) - Date.parse(submittedAt)).toBe(72 * 3_600_000);
    const [lot] = await world.sql('select lot_id as id from consignment_lot where consignment_id = $1 limit 1', [id]);
    await raiseAlertOn(world.app, String(lot?.['id']));
    expect((await world.read(first.id))['alertsSince']).toMatchObject([{ title: 'Smoke' }]);
    const amended = (await world.step(first.id, 'amend')).data.statement;
    expect(amended).toMatchObject({ state: 'draft', amendments: 1, supersedesId: first.id });
    expect((await world.step(first.id, 'amend')).body.message).toBe(FILING.newerVersion({}).text);
    await world.processor.rest.send('DELETE', `/statements/${amended.id}`);
    expect((await world.step(first.id, 'withdraw')).data.statement.state).toBe('withdrawn');
    expect((await world.step(first.id, 'withdraw')).status).toBe(409);
  });

  it('a new version takes the place of the old one when it is handed over; after 72 hours nothing changes', async () => {
    // A second try needs a number of its own.
    const id = await world.closed(`S/3/${randomInt(10 ** 6)}`);
    const first = await world.handedOver(id);
    const submittedAt = world.clock.now().toISOString();
    await world.step(first.id, 'record', { submittedAt });
    const { data } = await world.step(first.id, 'amend');
    const second = data.statement.id;
    await world.step(second, 'check');
    await world.step(second, 'hand-over');
    await expect.poll(async () => (await world.read(first.id)).state).toBe('amended');
    const windowEndsAt = new Date(Date.parse(submittedAt) + 72 * 3_600_000).toISOString();
    expect(await world.read(second)).toMatchObject({ state: 'handed_over', submittedAt, windowEndsAt });
    const files = unzipSync(await packageOf(second));
    const bodies = Object.keys(files).filter((name) => name.endsWith('.xml'));
    expect(bodies).toEqual([expect.stringMatching(/^amend\/S-3-/)]);
    expect(textOf(files[bodies[0] ?? ''])).toContain('<dds:AmendDdsRequest');
    const cover = textOfPdf(Buffer.from(files['cover.pdf'] ?? [])).replaceAll(/\s+/g, ' ');
    expect(cover).toContain('Amend the statement that you filed; do not submit another.');
    expect(cover).not.toContain('folder "submit"');
    world.clock.advance({ hours: 71 });
    // An importer that reports the time of the amendment begins no new 72 hours.
    const numbers = { referenceNumber: madeNumber(), verificationNumber: 'ABCDE' };
    const later = { submittedAt: world.clock.now().toISOString(), ...numbers };
    expect((await world.step(second, 'record', later)).data.statement).toMatchObject({
      state: 'available',
      submittedAt,
      windowEndsAt,
    });
    world.clock.advance({ hours: 2 });
    expect((await world.step(second, 'amend')).status).toBe(409);
    expect((await world.step(second, 'withdraw')).status).toBe(409);
    const early = { withdrawnAt: new Date(Date.parse(submittedAt) + 3_600_000).toISOString() };
    expect((await world.step(second, 'withdraw', early)).data.statement.state).toBe('withdrawn');
  });

  it('a new version is not handed over when the old one can no longer be amended', async () => {
    const late = await world.handedOver(await world.closed('S/4', 1));
    const submittedAt = world.clock.now().toISOString();
    await world.step(late.id, 'record', { submittedAt });
    const withdrawn = await world.handedOver(await world.closed('S/5', 1));
    const versions = [];
    for (const { id } of [late, withdrawn]) {
      const { data } = await world.step(id, 'amend');
      await world.step(data.statement.id, 'check');
      versions.push(String(data.statement.id));
    }
    await world.step(withdrawn.id, 'withdraw');
    world.clock.advance({ hours: 73 });
    const since = new Date(Date.parse(submittedAt) + 72 * 3_600_000).toISOString();
    const reasons = [STATEMENT.windowOver({ hours: 72, since }), STATEMENT.ended({ state: 'withdrawn' })];
    for (const [at, id] of versions.entries()) {
      const { status, body } = await world.step(id, 'hand-over');
      expect([status, body.message]).toEqual([409, reasons[at]?.text]);
      expect((await world.read(id)).state).toBe('checked');
    }
    expect((await world.read(late.id)).state).toBe('handed_over');
    expect((await world.read(withdrawn.id)).state).toBe('withdrawn');
  });

  it('a new version whose old one is withdrawn while its package is made says so, and stays checked', async () => {
    const first = await world.handedOver(await world.closed('S/6', 1));
    const { data } = await world.step(first.id, 'amend');
    const second = String(data.statement.id);
    await world.step(second, 'check');
    const { run } = Threads.prototype;
    const spied = vi.spyOn(Threads.prototype, 'run').mockImplementation(async function (this: object, task, input) {
      const made = await run.call(this, task, input);
      if (task === 'cover') await world.step(first.id, 'withdraw');
      return made;
    });
    await world.step(second, 'hand-over');
    const found = await until(async () => {
      const one = await world.read(second);
      return one['filing'] === null && one;
    }, 'the package');
    spied.mockRestore();
    expect(found).toMatchObject({
      state: 'checked',
      package: null,
      faults: [{ message: STATEMENT.ended({ state: 'withdrawn' }).text }],
    });
    expect((await world.read(first.id)).state).toBe('withdrawn');
  });

  it('a new version of a package that may not be filed yet has bodies for both cases, and says when to take which', async () => {
    const first = await world.handedOver(await world.closed('S/8', 1));
    const { data } = await world.step(first.id, 'amend');
    const second = String(data.statement.id);
    await world.step(second, 'check');
    await world.step(second, 'hand-over');
    await until(async () => (await world.read(second)).state === 'handed_over', 'the package');
    const files = unzipSync(await packageOf(second));
    const bodies = Object.keys(files).filter((name) => name.endsWith('.xml'));
    expect(bodies.map((name) => name.split('/')[0])).toEqual(['amend', 'submit']);
    const cover = textOfPdf(Buffer.from(files['cover.pdf'] ?? [])).replaceAll(/\s+/g, ' ');
    expect(cover).toContain('If you filed the earlier package: Amend the statement that you filed');
    expect(cover).toContain('If you did not file it, submit this one instead.');
  });

  it('first numbers come with the time of the submission, and a statement without one is not changed', async () => {
    const { id } = await world.handedOver(await world.closed('S/7', 1));
    const numbers = { referenceNumber: madeNumber(), verificationNumber: 'SFFCB4Y3' };
    const { text } = STATEMENT.submissionUnknown({});
    const refused = await world.step(id, 'record', numbers);
    expect([refused.status, refused.body.details]).toEqual([400, [expect.objectContaining({ field: 'submittedAt' })]]);
    expect(JSON.stringify(refused.body)).toContain(text);
    expect((await world.read(id)).state).toBe('handed_over');
    const submittedAt = world.clock.now().toISOString();
    await world.step(id, 'record', { submittedAt });
    const recorded = await world.step(id, 'record', numbers);
    expect(recorded.data.statement).toMatchObject({ state: 'available', submittedAt, ...numbers });
  });

  it('the year is summed up, and what is kept is listed', async () => {
    const year = world.clock.now().getUTCFullYear();
    const { summary } = (await world.auditor.rest.get(`/statements/summary?year=${year}`)).data;
    expect(summary.statements).toBeGreaterThan(1);
    expect(summary.countries).toEqual(['PG']);
    expect((await world.auditor.rest.get('/statements/summary?year=2021')).data.summary.statements).toBe(0);
    await world.sql(
      `update statement set submitted_at = '2022-05-01T00:00:00Z'
       where id = (select id from statement where state = 'withdrawn' order by id limit 1)`,
    );
    const withdrawn = (await world.auditor.rest.get('/statements/summary?year=2022')).data.summary;
    expect(withdrawn).toMatchObject({ statements: 1, netMass: 0, plots: 0, countries: [] });
    const { statements } = (await world.auditor.rest.get('/statements/retained?days=2000')).data;
    expect(statements[0].retainedUntil.slice(0, 4)).toBe(String(Number(statements[0].filedAt.slice(0, 4)) + 5));
    expect((await world.auditor.rest.get('/statements/retained?days=30')).data.statements).toEqual([]);
  });

  it('a number of a supplier cannot be asked about without a registry', async () => {
    const body = { referenceNumber: madeNumber(), verificationNumber: 'ABCDE' };
    const answer = await world.processor.rest.send('POST', '/supplier-declarations', body);
    expect([answer.status, answer.body.message]).toEqual([409, FILING.cannotVerify({}).text]);
    const { id } = await world.checkedStatement(consignmentId, {});
    expect((await world.step(id, 'submit')).body.message).toBe(FILING.noRegistry({}).text);
  });
});
