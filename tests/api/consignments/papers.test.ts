import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { servicesOf } from '../../support/services.ts';
import { raiseAlertOn } from './alertOnLot.ts';
import { checked, consignmentWorld, type ConsignmentWorld } from './consignmentWorld.ts';

let world: ConsignmentWorld;
let id: string;
let lots: { id: string; lotId: string }[];

beforeAll(async () => {
  world = await consignmentWorld();
  lots = await Promise.all([1, 2].map((at) => world.lot(`LOT3000${at}`, 100, `FARM00${at}`)));
  await world.lot('LOT30009', 100, 'FARM009');
  await checked(
    world,
    lots.map((lot) => lot.id),
  );
  ({ id } = await world.open('P/1', { bags: 4, containers: [{ number: 'CSQU3054383', seals: ['S-77'] }] }));
  await post('lots', { lots: lots.map((lot) => ({ lot: lot.id, weight: 50 })) });
  await post('close');
  await world.recorded();
});
afterAll(() => world?.app.stop());

const post = (path: string, body: object = {}) =>
  world.processor.rest.send('POST', `/consignments/${id}/${path}`, body);
const file = async (
  path: string,
  token = world.auditor.accessToken,
): Promise<{ status: number; bytes: Uint8Array }> => {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.app.url}/api/v1${path}`, { headers });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
};
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe('the papers of a consignment', () => {
  it('are packing list, certificate, plots, proofs and a manifest of their hashes; the same bytes each time', async () => {
    const first = await file(`/consignments/${id}/papers`);
    expect(first.status).toBe(200);
    const files = unzipSync(first.bytes);
    expect(Object.keys(files)).toEqual([
      'packing-list.pdf',
      'certificate.pdf',
      'plots.geojson',
      'proofs/LOT30001.json',
      'proofs/LOT30002.json',
      'manifest.json',
    ]);
    const manifest = JSON.parse(textOf(files['manifest.json']));
    expect(manifest).toMatchObject({
      consignment: 'P/1',
      state: 'closed',
      weightKg: 100,
      plots: { count: 2, leftOut: [] },
    });
    for (const { name, sha256, bytes } of manifest.files) {
      const own = files[name] ?? new Uint8Array();
      expect([name, createHash('sha256').update(own).digest('hex'), own.byteLength]).toEqual([name, sha256, bytes]);
    }
    expect(textOf(files['packing-list.pdf']).startsWith('%PDF')).toBe(true);
    expect(JSON.parse(textOf(files['proofs/LOT30001.json'])).events.length).toBeGreaterThan(0);
    const second = await file(`/consignments/${id}/papers`);
    expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
  });

  it('hold exactly the plots of the origins', async () => {
    const { bytes } = await file(`/consignments/${id}/plots.geojson`);
    const { features } = JSON.parse(textOf(bytes));
    const places = features.map(
      ({ properties }: { properties: Record<string, unknown> }) => properties.ProductionPlace,
    );
    expect(places.sort()).toEqual(['FARM001', 'FARM002']);
  });

  it('are for those who read consignments', async () => {
    expect((await file(`/consignments/${id}/papers`, world.farmer.accessToken)).status).toBe(403);
    expect((await file(`/consignments/${id}/plots.geojson`, '')).status).toBe(401);
  });
});

describe("a buyer's link", () => {
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const create = async (expiresAt = inDays(30)) => post('links', { expiresAt });

  it('shows the consignment, its papers and alerts since, without an account', async () => {
    const { data, status, headers } = await create();
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    await raiseAlertOn(world.app, lots[0]?.id ?? '');
    const answer = await world.app.rest.get(`/buyer/${data.token}`);
    expect(answer.data.consignment).toMatchObject({
      number: 'P/1',
      buyerName: 'Kakao Trade GmbH',
      weight: 100,
      lotCount: 2,
      originCount: 2,
      lots: [{ lotId: 'LOT30001', weight: 50 }, { lotId: 'LOT30002' }],
      alerts: [{ title: 'Smoke', lotId: 'LOT30001' }],
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const papers = await file(`/buyer/${data.token}/papers`, '');
    expect(Object.keys(unzipSync(papers.bytes))).toContain('plots.geojson');
    expect((await file(`/buyer/${data.token}/plots.geojson`, '')).status).toBe(200);
    const stored = await world.sql('select token_hash from buyer_link');
    expect(JSON.stringify(stored)).not.toContain(data.token);
    const used = await world.sql(`select details from audit_entry where action = 'buyer-link.used' order by id`);
    expect(used.map(({ details }) => details)).toEqual([
      { what: 'consignment' },
      { what: 'papers' },
      { what: 'plots' },
    ]);
  });

  it('ends when it is revoked, and with its time; an unknown one is not found', async () => {
    const { data } = await create();
    expect((await world.auditor.rest.send('DELETE', `/buyer-links/${data.link.id}`)).status).toBe(403);
    expect((await world.processor.rest.send('DELETE', `/buyer-links/${data.link.id}`)).data).toEqual({ revoked: true });
    const revoked = await world.app.rest.get(`/buyer/${data.token}`);
    expect([revoked.status, revoked.body.message]).toEqual([410, REFUSED.buyerLinkOver({}).text]);
    const soon = (await create(new Date(Date.now() + 3_000).toISOString())).data;
    await expect.poll(async () => (await world.app.rest.get(`/buyer/${soon.token}`)).status).toBe(410);
    expect((await world.app.rest.get(`/buyer/${'x'.repeat(43)}`)).status).toBe(404);
    expect((await world.app.rest.get('/buyer/none')).status).toBe(404);
  });

  it('ends when the consignment goes to another buyer, and when its buyer is erased', async () => {
    const opened = await world.open('P/2');
    const linkTo = async (consignment: string) =>
      (await world.processor.rest.send('POST', `/consignments/${consignment}/links`, { expiresAt: inDays(30) })).data;
    const former = await linkTo(opened.id);
    const patch = (body: object) => world.processor.rest.send('PATCH', `/consignments/${opened.id}`, body);
    expect((await patch({ bags: 7 })).status).toBe(200);
    expect((await world.app.rest.get(`/buyer/${former.token}`)).status).toBe(200);
    const buyerId = await world.buyer('Schokolade AG');
    expect((await patch({ buyerId })).status).toBe(200);
    const over = await world.app.rest.get(`/buyer/${former.token}`);
    expect([over.status, over.body.message]).toEqual([410, REFUSED.buyerLinkOver({}).text]);
    const own = await linkTo(opened.id);
    expect((await world.app.rest.get(`/buyer/${own.token}`)).data.consignment.buyerName).toBe('Schokolade AG');
    expect((await world.admin.rest.send('DELETE', `/parties/${buyerId}`)).status).toBe(200);
    expect((await world.app.rest.get(`/buyer/${own.token}`)).status).toBe(410);
    const revoked = await world.sql(
      `select details from audit_entry where action = 'buyer-link.revoked' and target_id = any($1)`,
      [[former.link.id, own.link.id]],
    );
    expect(revoked).toEqual([{ details: { consignmentId: opened.id } }, { details: { consignmentId: opened.id } }]);
    const { findings } = await servicesOf(world.app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'buyer_link')).toEqual([]);
  });

  it('that was lengthened in the database opens nothing', async () => {
    const { data } = await create();
    await world.sql(`update buyer_link set expires_at = expires_at + interval '1 year' where id = $1`, [data.link.id]);
    expect((await world.app.rest.get(`/buyer/${data.token}`)).status).toBe(404);
  });

  it('is valid for at most a year, and listed without its secret', async () => {
    expect((await create(inDays(400))).status).toBe(400);
    expect((await create(inDays(-1))).status).toBe(400);
    const { links } = (await world.auditor.rest.get(`/consignments/${id}/links`)).data;
    expect(links.length).toBeGreaterThan(1);
    expect(JSON.stringify(links)).not.toMatch(/token/i);
    const { data } = await world.processor.graphql.run(
      `mutation ($id: ID!, $at: DateTime!) { createBuyerLink(consignmentId: $id, expiresAt: $at) { ... on BuyerLinkCreated { token link { id } } } }`,
      { id, at: inDays(1) },
    );
    expect((await world.app.rest.get(`/buyer/${data.createBuyerLink.token}`)).status).toBe(200);
  });
});
