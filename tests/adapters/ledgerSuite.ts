import { beforeAll, describe, expect, it } from 'vitest';
import { checkProof } from '../../server/domain/proof/checkProof.ts';
import type { Ledger, LedgerEvent } from '../../server/domain/ledger/ledger.ts';
import { proofFaults } from '../support/proofFaults.ts';
import { LotWriter, withChange } from './lotEvents.ts';
import { codeOf, placeOf } from './outcomes.ts';
import { describeTransfers, type OpenedLedgers } from './transferSuite.ts';

/**
 * What every driver of the port does, whatever stands behind it.
 * @param open two servers on one ledger; `unchecked` steps are those that its proof files leave unchecked, as `proofFaults` names them
 */
export function describeLedger(name: 'embedded ledger' | 'fabric ledger', open: () => Promise<OpenedLedgers>): void {
  let opened: Promise<OpenedLedgers> | null = null;
  const openOnce = () => (opened ??= open());
  describe(name, () => {
    let ledger: Ledger;
    let another: Ledger;
    let unchecked: readonly string[];

    beforeAll(async () => {
      ({ ledger, another, unchecked = [] } = await openOnce());
    });

    it('records events and reads the lot back, oldest first, valid', async () => {
      const lot = new LotWriter();
      const events = [lot.created(), lot.stage('fermented'), lot.edited({ weightGrams: 49_000 })];
      const outcomes = await ledger.record(events);
      const chain = await ledger.readLot(lot.lotKey);
      expect(chain.entries.map(({ seq, content }) => [seq, content])).toEqual(
        events.map(({ seq, content }) => [seq, content]),
      );
      expect(chain.brokenBlocks).toEqual([]);
      expect(chain.missing).toEqual([]);
      for (const [i, entry] of chain.entries.entries()) {
        const recorded = placeOf(outcomes[i]);
        expect(recorded.transactionId).toMatch(/^[0-9a-f]{64}$/);
        expect(entry).toMatchObject({
          eventId: recorded.eventId,
          transactionId: recorded.transactionId,
          blockNumber: recorded.blockNumber,
          blockTime: recorded.recordedAt,
          chaincode: 'manam-trace',
          transactionValid: true,
          blockValid: true,
        });
        expect(new Set(entry.endorsers.map(({ mspId }) => mspId)).size).toBe(2);
        expect(entry.endorsers.map(({ signature }) => signature)).toContain(recorded.signature);
      }
    });

    it('knows nothing of a lot that was never recorded', async () => {
      expect(await ledger.readLot(new LotWriter().lotKey)).toEqual({
        entries: [],
        brokenBlocks: [],
        missing: [],
        rivals: [],
      });
      expect(await ledger.proveLot(new LotWriter().lotKey)).toBeNull();
    });

    it('reads many lots as it reads each alone, unknown ones empty', async () => {
      const early = new LotWriter();
      const late = new LotWriter();
      await ledger.record([early.created(), late.created()]);
      await ledger.record([late.stage('drying')]);
      const unknown = new LotWriter().lotKey;
      const chains = await ledger.readLots([early.lotKey, unknown, late.lotKey]);
      expect(chains.get(early.lotKey)).toEqual(await ledger.readLot(early.lotKey));
      expect(chains.get(late.lotKey)).toEqual(await ledger.readLot(late.lotKey));
      expect(chains.get(late.lotKey)?.entries).toHaveLength(2);
      expect(chains.get(unknown)).toEqual({ entries: [], brokenBlocks: [], missing: [], rivals: [] });
    });

    it('answers the first place when the same event comes again, in a later batch or the same', async () => {
      const lot = new LotWriter();
      const created = lot.created();
      const [first, twin] = await ledger.record([created, created]);
      const [again] = await another.record([created]);
      expect(placeOf(twin)).toEqual(placeOf(first));
      expect(placeOf(again)).toEqual(placeOf(first));
      expect((await ledger.readLot(lot.lotKey)).entries).toHaveLength(1);
    });

    it('refuses the same event id with other content', async () => {
      const created = new LotWriter().created();
      await ledger.record([created]);
      const forged = withChange(created, (content) => Object.assign(content, { actorRole: 'admin' }));
      expect((await ledger.record([forged])).map(codeOf)).toEqual(['EVENT_DIFFERS']);
    });

    it('keeps a refused event and those behind it apart from all others', async () => {
      const bad = new LotWriter();
      const good = new LotWriter();
      const outcomes = await ledger.record([
        bad.created(),
        good.created(),
        bad.stage('processed'),
        bad.stage('drying'),
        bad.edited({ weightGrams: 1 }),
        good.stage('delivered'),
      ]);
      expect(outcomes.map(codeOf)).toEqual([
        'recorded',
        'recorded',
        'recorded',
        'STAGE_NOT_FORWARD',
        'OUT_OF_ORDER',
        'recorded',
      ]);
      expect((await ledger.readLot(bad.lotKey)).entries.map(({ seq }) => seq)).toEqual([1, 2]);
      expect((await ledger.readLot(good.lotKey)).entries.map(({ seq }) => seq)).toEqual([1, 2]);
    });

    it('refuses what is out of order, out of the chain, unknown, deleted or not an event', async () => {
      const lot = new LotWriter();
      const created = lot.created();
      const second = lot.stage('fermented');
      const third = lot.stage('drying');
      expect((await ledger.record([second])).map(codeOf)).toEqual(['LOT_MISSING']);
      await ledger.record([created]);
      expect((await ledger.record([third])).map(codeOf)).toEqual(['OUT_OF_ORDER']);
      const unlinked = withChange(second, (content) => Object.assign(content, { prev: 'a'.repeat(64) }));
      expect((await ledger.record([unlinked])).map(codeOf)).toEqual(['CHAIN_BROKEN']);
      const twin = withChange(created, (content) => Object.assign(content, { eventId: 'b'.repeat(32) }));
      expect((await ledger.record([{ ...twin, eventId: 'b'.repeat(32) }])).map(codeOf)).toEqual(['LOT_EXISTS']);
      expect((await ledger.record([second, lot.event({ type: 'deleted' }), third])).map(codeOf)).toEqual([
        'recorded',
        'OUT_OF_ORDER',
        'recorded',
      ]);
      const gone = new LotWriter();
      const deleted = [gone.created(), gone.event({ type: 'deleted' }), gone.edited({ weightGrams: 1 })];
      expect((await ledger.record(deleted)).map(codeOf)).toEqual(['recorded', 'recorded', 'LOT_DELETED']);
      const spaced = new LotWriter().created();
      expect((await ledger.record([{ ...spaced, content: ` ${spaced.content}` }])).map(codeOf)).toEqual([
        'BAD_CONTENT',
      ]);
      expect((await ledger.record([{ ...spaced, content: 'null' }])).map(codeOf)).toEqual(['BAD_CONTENT']);
      expect((await ledger.record([{ ...spaced, content: 'no json' }])).map(codeOf)).toEqual(['BAD_CONTENT']);
      expect((await ledger.record([{ ...spaced, eventId: 'd'.repeat(32) }])).map(codeOf)).toEqual(['BAD_CONTENT']);
      const other = new LotWriter().created();
      expect((await ledger.record([{ ...spaced, content: other.content }])).map(codeOf)).toEqual(['BAD_CONTENT']);
    });

    it('takes 200 events of 50 lots in one batch', async () => {
      const lots = Array.from({ length: 50 }, () => new LotWriter());
      const events = lots.map((lot) => lot.created());
      for (const stage of ['fermented', 'drying', 'processed'] as const)
        events.push(...lots.map((lot) => lot.stage(stage)));
      const outcomes = await ledger.record(events);
      expect(outcomes.map((outcome) => placeOf(outcome).eventId)).toEqual(events.map(({ eventId }) => eventId));
      for (const lot of lots.slice(0, 3)) {
        const chain = await ledger.readLot(lot.lotKey);
        expect(chain.entries.every(({ transactionValid, blockValid }) => transactionValid && blockValid)).toBe(true);
        expect(chain.entries).toHaveLength(4);
      }
    });

    it('keeps one chain when two servers write at once', async () => {
      const lots = Array.from({ length: 12 }, () => new LotWriter());
      const events = lots.map((lot) => [lot.created(), lot.stage('fermented')]);
      // Both send everything: each event must end up in one place.
      const [ours, theirs] = await Promise.all(
        [ledger, another].map((one) => Promise.all(events.map((pair) => one.record(pair)))),
      );
      expect(ours?.flat().map((outcome) => placeOf(outcome))).toEqual(
        theirs?.flat().map((outcome) => placeOf(outcome)),
      );
      for (const lot of lots) {
        const chain = await another.readLot(lot.lotKey);
        expect(chain.brokenBlocks).toEqual([]);
        expect(chain.entries.map(({ seq }) => seq)).toEqual([1, 2]);
      }
    });

    it('takes one of two different events that race for the same place', async () => {
      const lot = new LotWriter();
      const created = lot.created();
      await ledger.record([created]);
      const one = lot.stage('fermented');
      const other = withChange(one, (content) => Object.assign(content, { eventId: 'c'.repeat(32) }));
      const outcomes = await Promise.all([
        ledger.record([one]),
        another.record([{ ...other, eventId: 'c'.repeat(32) }]),
      ]);
      expect(outcomes.flat().map(codeOf).sort()).toEqual(['OUT_OF_ORDER', 'recorded']);
    });

    it('gives a lot id to one chain for ever', async () => {
      const [first, second] = [new LotWriter(), new LotWriter()];
      const lotId = `LOT-${first.lotKey.slice(0, 9)}`;
      const [one] = await ledger.record([first.created({ lotId })]);
      expect(one?.kind).toBe('recorded');
      const again = second.created({ lotId });
      for (const batch of [[again], [again, new LotWriter().created()]]) {
        const [refused] = await ledger.record(batch);
        expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'LOT_ID_TAKEN' } });
      }
      const [third, fourth] = [new LotWriter(), new LotWriter()];
      const other = `LOT-${third.lotKey.slice(0, 9)}`;
      const both = await ledger.record([third.created({ lotId: other }), fourth.created({ lotId: other })]);
      expect(both.map(({ kind }) => kind)).toEqual(['recorded', 'refused']);
    });

    it('proves a lot in a file that checks by itself and shows no other lot', async () => {
      const lot = new LotWriter();
      const others = [new LotWriter(), new LotWriter()];
      const theirs = others.map((other) => other.created());
      await ledger.record([theirs[0] as LedgerEvent, lot.created(), theirs[1] as LedgerEvent, lot.stage('shipped')]);
      const roots = (await another.organisations()).map(({ rootFingerprint }) => rootFingerprint);
      const file = await ledger.proveLot(lot.lotKey);
      const text = JSON.stringify(file);
      for (const event of theirs) expect(text).not.toContain(event.eventId);
      for (const other of others) expect(text).not.toContain(other.lotKey);
      expect(await proofFaults(JSON.parse(text), roots)).toEqual(unchecked);
      const { recorded } = await checkProof(JSON.parse(text), { roots });
      expect(recorded?.clear).toMatchObject({ stage: 'shipped' });
    });

    it('says that it is up, how many blocks there are and who the organisations are', async () => {
      const before = await ledger.health();
      await ledger.record([new LotWriter().created()]);
      const after = await another.health();
      expect(after).toMatchObject({ status: 'up', height: (before.height ?? 0) + 1 });
      const organisations = await ledger.organisations();
      expect(organisations).toHaveLength(2);
      expect(organisations.map(({ mspId }) => mspId)).toContain(ledger.mspId);
      expect(after.peers.map(({ mspId, status }) => [mspId, status]).sort()).toEqual(
        organisations.map(({ mspId }) => [mspId, 'up']).sort(),
      );
      for (const { rootFingerprint } of organisations) expect(rootFingerprint).toMatch(/^[0-9a-f]{64}$/);
    });
  });
  describeTransfers(name, openOnce);
}
