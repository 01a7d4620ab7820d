import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consistencyProof, signedHead, verifyConsistency } from '../../../server/domain/proof/head.ts';
import { LedgerHeads } from '../../../server/modules/provenance/ledgerHeads.ts';
import { cutOff, putBack, withoutTriggers } from '../../support/cutLedger.ts';
import { registered, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

let app: TestApp;
let processor: Person;
let owner: Client;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor');
  owner = new Client({ connectionString: app.databaseUrl });
  await owner.connect();
  // At least one block each.
  for (let lots = 0; lots < 5; lots += 1) await settledLot(app, processor);
});
afterAll(async () => {
  await owner.end();
  await app.stop();
});

async function height(): Promise<number> {
  return (await app.rest.get('/blockchain/health')).data.height;
}

describe('heads over REST', () => {
  it('are signed, for anybody, now and as of any number of blocks', async () => {
    const { status, data } = await app.rest.get('/ledger/head');
    expect(status).toBe(200);
    const newest = signedHead.parse(data.head);
    expect(newest.blocks).toBe(await height());
    expect(newest.signatures.map(({ mspId }) => mspId).sort()).toEqual(['ManamAssuranceMSP', 'ManamCoopMSP']);
    const early = signedHead.parse((await app.rest.get('/ledger/heads/2')).data.head);
    expect(early).toMatchObject({ blocks: 2, ledgerId: newest.ledgerId });
    const proof = consistencyProof.parse((await app.rest.get(`/ledger/consistency?from=2&to=${newest.blocks}`)).data);
    expect(proof.from.rootHash).toBe(early.rootHash);
    expect(proof.to.rootHash).toBe(newest.rootHash);
    expect(await verifyConsistency(proof)).toBe(true);
  });

  it.each([
    ['/ledger/heads/0', 400],
    ['/ledger/heads/x', 400],
    ['/ledger/heads/999999999', 404],
    ['/ledger/head?hourly=maybe', 400],
    ['/ledger/consistency', 400],
    ['/ledger/consistency?from=3&to=2', 400],
    ['/ledger/consistency?from=0&to=2', 400],
    ['/ledger/consistency?from=2&to=999999999', 404],
  ])('%s is %i', async (path, status) => {
    expect((await app.rest.get(path)).status).toBe(status);
  });

  it('are counted as every public call is', async () => {
    const limited = await createTestApp({ database: app.databaseUrl, env: { PUBLIC_RATE_LIMIT: '2' } });
    try {
      const statuses: number[] = [];
      for (const path of ['/ledger/head', '/ledger/consistency?from=1&to=1', '/ledger/heads/1']) {
        statuses.push((await limited.rest.get(path)).status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.stop();
    }
  });

  it('of the hour are those of the blocks that were there when it began, the same for all', async () => {
    let now = new Date('2130-05-01T10:20:00Z');
    const heads = new LedgerHeads({ ledger: app.app.ledger, clock: () => now });
    await withoutTriggers(owner, () =>
      owner.query(
        `update ledger_block set created_at = '2130-05-01T09:00:00Z'::timestamptz + number * interval '20 minutes'`,
      ),
    );
    // Block 0 is younger than the hour, whichever it is now, and stands for the ledger all the same.
    expect((await app.rest.get('/ledger/head?hourly=true')).data.head).toMatchObject({ blocks: 1 });
    // 9:00, 9:20, 9:40 | 10:00, 10:20, 10:40 | 11:00
    expect(await heads.ofTheHour()).toMatchObject({ blocks: 3 });
    now = new Date('2130-05-01T10:59:59.999Z');
    expect(await heads.ofTheHour()).toMatchObject({ blocks: 3 });
    now = new Date('2130-05-01T11:00:00Z');
    expect(await heads.ofTheHour()).toMatchObject({ blocks: 6 });
    now = new Date('2130-05-01T09:30:00Z');
    expect(await heads.ofTheHour()).toMatchObject({ blocks: 6 });
  });
});

describe('heads over GraphQL', () => {
  it('are those of REST, without login', async () => {
    const { data } = await app.graphql.run(
      `{ ledgerHead { v kind blocks rootHash ledgerId } early: ledgerHead(blocks: 2) { blocks rootHash } none: ledgerHead(blocks: 99999) { v }
         ledgerConsistency(from: 2, to: 5) { from { blocks rootHash ledgerId } to { blocks rootHash ledgerId } hashes } }`,
    );
    const { signatures: _, ...newest } = (await app.rest.get('/ledger/head')).data.head;
    expect(data.ledgerHead).toEqual(newest);
    expect(data.none).toBeNull();
    expect(data.ledgerConsistency).toEqual((await app.rest.get('/ledger/consistency?from=2&to=5')).data);
    expect(data.early.rootHash).toBe(data.ledgerConsistency.from.rootHash);
  });
});

describe('a ledger that was cut off under a running server', () => {
  it('is told by every call, nothing is recorded, and what waited is recorded once it is back', async () => {
    const blocks = await height();
    const cut = await cutOff(owner, blocks - 2);
    const message = `Blocks ${blocks - 2} to ${blocks - 1}, which were recorded before, are missing from the ledger`;
    for (const path of [
      '/ledger/head',
      '/ledger/head?hourly=true',
      '/ledger/heads/2',
      '/ledger/consistency?from=1&to=2',
    ]) {
      expect((await app.rest.get(path)).body).toMatchObject({ statusCode: 409, message });
    }
    const { errors } = await app.graphql.run('{ ledgerHead { blocks } }');
    expect(errors).toEqual([expect.objectContaining({ message })]);
    const added = await registered(processor);
    const health = await until(async () => {
      const { status, data } = await app.rest.get('/health');
      expect(status).toBe(200);
      return data.ledger.status === 'degraded' && data.ledger;
    }, 'health to tell of it');
    expect(health).toMatchObject({ message, height: blocks - 2 });
    expect((await app.rest.get('/blockchain/health')).data).toMatchObject({ status: 'degraded', message });
    expect((await app.rest.get('/health')).data.queue.pending).toBeGreaterThan(0);
    await putBack(owner, cut);
    expect((await settled(app, added.id)).blockchainHash).toMatchObject({ status: 'recorded' });
    expect((await app.rest.get('/ledger/head')).data.head.blocks).toBeGreaterThan(blocks);
  });
});
