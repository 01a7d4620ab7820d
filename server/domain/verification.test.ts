import { describe, expect, it } from 'vitest';
import type { CommittedField, EventContent } from './ledger/content.ts';
import { canonicalText, commitment, contentHash } from './proof/hashing.ts';
import {
  forPublic,
  verifyLot,
  VERIFIED_FIELDS,
  type ChainEvidence,
  type FieldState,
  type KeptSalt,
  type Verification,
  type VerificationInput,
  type VerifiedField,
  type VerifiedRow,
} from './verification.ts';

const ROW: VerifiedRow = {
  lotId: 'LOT501',
  farmId: 'FARM001',
  farmerName: 'Ama Mensah',
  variety: 'Trinitario',
  harvestDate: '2026-05-01',
  latMicro: -9_443_100,
  lonMicro: 147_180_300,
  weightGrams: 50_250,
  moistureHundredths: 725,
  temperatureHundredths: 2_550,
  certifications: ['Organic', 'UTZ'],
  qualityTenths: 875,
  isAnonymized: false,
  stage: 'harvested',
  processDetails: null,
  deforestationStatus: 'Pending Review',
  satelliteAt: null,
  deleted: false,
};

const id = (seq: number): string => seq.toString(16).padStart(32, '0');

type Personal = Partial<Record<CommittedField, string | (number | null)[] | null>>;

/** One lot's history on both sides; each event is linked to the one before and keeps its salts. */
class History {
  readonly contents: EventContent[] = [];
  readonly salts: KeptSalt[] = [];

  async add(part: Partial<EventContent> & Pick<EventContent, 'type'>, personal: Personal = {}): Promise<this> {
    const seq = this.contents.length + 1;
    const last = this.contents.at(-1);
    const commit: EventContent['commit'] = {};
    for (const [field, value] of Object.entries(personal) as [CommittedField, Personal[CommittedField]][]) {
      const salt = new Uint8Array(32).fill(seq);
      commit[field] = await commitment(field, value, salt);
      this.salts.push({ eventId: id(seq), field, salt });
    }
    this.contents.push({
      v: 1,
      eventId: id(seq),
      lotKey: 'a'.repeat(32),
      seq,
      prev: last ? await contentHash(last) : null,
      at: '2026-11-21T08:00:00.000Z',
      actorRole: 'farmer',
      org: 'ManamCoopMSP',
      set: {},
      commit,
      salt: 'b'.repeat(64),
      ...part,
    });
    return this;
  }

  /** @param recorded how many of the events the ledger has; the others wait */
  input(row: Partial<VerifiedRow> = {}, recorded = this.contents.length): VerificationInput & { chain: ChainEvidence } {
    const texts = this.contents.map((content) => ({
      eventId: content.eventId,
      seq: content.seq,
      content: canonicalText(content),
    }));
    return {
      row: { ...ROW, ...row },
      events: texts.map((text, i) => ({ ...text, recorded: i < recorded })),
      chain: {
        entries: texts.slice(0, recorded).map((text) => ({ ...text, transactionValid: true })),
        brokenBlocks: [],
        missing: [],
      },
      salts: this.salts,
    };
  }
}

async function created(personal: Personal = {}, set: Partial<EventContent['set']> = {}): Promise<History> {
  return new History().add(
    {
      type: 'created',
      set: {
        lotId: 'LOT501',
        variety: 'Trinitario',
        harvestDate: '2026-05-01',
        stage: 'harvested',
        weightGrams: 50_250,
        moistureHundredths: 725,
        temperatureHundredths: 2_550,
        certifications: ['Organic', 'UTZ'],
        qualityTenths: 875,
        isAnonymized: false,
        deforestationStatus: 'Pending Review',
        ...set,
      },
    },
    { farmId: 'FARM001', farmerName: 'Ama Mensah', place: [-9_443_100, 147_180_300], ...personal },
  );
}

/** The fields that are not a match. */
function unlike(verification: Verification): Partial<Record<VerifiedField, FieldState>> {
  return Object.fromEntries(
    verification.fields.filter(({ state }) => state !== 'match').map(({ field, state }) => [field, state]),
  );
}

describe('a lot that is as the ledger tells it', () => {
  it('is verified, every field a match, never-set ones too', async () => {
    const verification = await verifyLot((await created()).input());
    expect(verification).toEqual({
      state: 'verified',
      dataMatches: true,
      matchPercentage: 100,
      fields: VERIFIED_FIELDS.map((field) => ({ field, state: 'match' })),
      discrepancies: [],
    });
  });

  it('is compared with the fold of all its events', async () => {
    const history = await created();
    await history.add(
      { type: 'stage', set: { stage: 'fermented', moistureHundredths: 900 } },
      { processDetails: 'Six days in boxes', notes: 'Warm', operatorName: 'Kofi' },
    );
    await history.add({
      type: 'satellite',
      set: { deforestationStatus: 'No Deforestation', satelliteTimestamp: '2026-11-20T10:00:00Z' },
    });
    await history.add({ type: 'edited', set: { qualityTenths: null } }, { farmerName: 'Ama Owusu' });
    const row: Partial<VerifiedRow> = {
      stage: 'fermented',
      moistureHundredths: 900,
      processDetails: 'Six days in boxes',
      deforestationStatus: 'No Deforestation',
      satelliteAt: new Date('2026-11-20T10:00:00.000Z'),
      qualityTenths: null,
      farmerName: 'Ama Owusu',
    };
    expect(await verifyLot(history.input(row))).toMatchObject({ state: 'verified', matchPercentage: 100 });
    // The name of an earlier event is not the last word.
    expect(unlike(await verifyLot(history.input({ ...row, farmerName: 'Ama Mensah' })))).toEqual({
      farmerName: 'differs',
    });
  });

  it('matches a place that was cleared, and text that was taken back', async () => {
    const history = await created();
    await history.add({ type: 'edited' }, { processDetails: 'Boxes' });
    await history.add({ type: 'edited' }, { processDetails: null, place: null });
    expect(unlike(await verifyLot(history.input({ latMicro: null, lonMicro: null })))).toEqual({});
  });
});

describe('a changed row', () => {
  const changes: [change: Partial<VerifiedRow>, found: [VerifiedField, unknown, unknown, string][]][] = [
    [{ lotId: 'LOT502' }, [['lotId', 'LOT502', 'LOT501', 'HIGH']]],
    [{ farmId: 'FARM002' }, [['farmId', 'FARM002', null, 'HIGH']]],
    [{ farmId: null }, [['farmId', null, null, 'HIGH']]],
    [{ farmerName: 'Kofi' }, [['farmerName', 'Kofi', null, 'HIGH']]],
    [{ farmerName: null }, [['farmerName', null, null, 'HIGH']]],
    [{ variety: 'Criollo' }, [['cacaoVariety', 'Criollo', 'Trinitario', 'HIGH']]],
    [{ harvestDate: '2026-05-02' }, [['harvestDate', '2026-05-02', '2026-05-01', 'HIGH']]],
    [
      { latMicro: -9_443_101 },
      [
        ['latitude', -9.443101, null, 'HIGH'],
        ['longitude', 147.1803, null, 'HIGH'],
      ],
    ],
    [
      { lonMicro: null },
      [
        ['latitude', -9.4431, null, 'HIGH'],
        ['longitude', null, null, 'HIGH'],
      ],
    ],
    [
      { latMicro: null, lonMicro: null },
      [
        ['latitude', null, null, 'HIGH'],
        ['longitude', null, null, 'HIGH'],
      ],
    ],
    [{ weightGrams: 60_250 }, [['weight', 60.25, 50.25, 'HIGH']]],
    [{ moistureHundredths: 726 }, [['moistureContent', 7.26, 7.25, 'MEDIUM']]],
    [{ temperatureHundredths: -1 }, [['temperature', -0.01, 25.5, 'MEDIUM']]],
    [{ certifications: ['UTZ', 'Organic'] }, [['certifications', ['UTZ', 'Organic'], ['Organic', 'UTZ'], 'HIGH']]],
    [{ certifications: [] }, [['certifications', [], ['Organic', 'UTZ'], 'HIGH']]],
    [{ qualityTenths: 876 }, [['qualityScore', 87.6, 87.5, 'MEDIUM']]],
    [{ qualityTenths: null }, [['qualityScore', null, 87.5, 'MEDIUM']]],
    [{ isAnonymized: true }, [['isAnonymized', true, false, 'MEDIUM']]],
    [{ stage: 'shipped' }, [['currentProcess', 'shipped', 'harvested', 'HIGH']]],
    [{ processDetails: 'Boxes' }, [['processDetails', 'Boxes', null, 'MEDIUM']]],
    [{ processDetails: '' }, [['processDetails', '', null, 'MEDIUM']]],
    [
      { deforestationStatus: 'No Deforestation' },
      [['deforestationStatus', 'No Deforestation', 'Pending Review', 'HIGH']],
    ],
    [
      { satelliteAt: new Date('2026-01-01T00:00:00Z') },
      [['satelliteTimestamp', '2026-01-01T00:00:00.000Z', null, 'HIGH']],
    ],
  ];

  it.each(changes)('%o is named, with both values', async (change, found) => {
    const verification = await verifyLot((await created()).input(change));
    expect(verification.state).toBe('differs');
    expect(verification.dataMatches).toBe(false);
    expect(verification.discrepancies).toEqual(
      found.map(([field, databaseValue, blockchainValue, severity]) => ({
        field,
        databaseValue,
        blockchainValue,
        severity,
      })),
    );
    expect(verification.matchPercentage).toBeCloseTo(((17 - found.length) / 17) * 100, 10);
    expect(unlike(verification)).toEqual(Object.fromEntries(found.map(([field]) => [field, 'differs'])));
  });

  it('that brings a deleted lot back is named', async () => {
    const history = await (await created()).add({ type: 'deleted' });
    expect(await verifyLot(history.input({ deleted: true }))).toMatchObject({ state: 'verified' });
    const { state, discrepancies } = await verifyLot(history.input({ deleted: false }));
    expect(state).toBe('differs');
    expect(discrepancies).toEqual([
      { field: 'deleted', databaseValue: false, blockchainValue: true, severity: 'HIGH' },
    ]);
  });

  it('shows the public which personal field differs, without its value', async () => {
    const row: Partial<VerifiedRow> = {
      farmId: 'X',
      farmerName: 'Kofi',
      latMicro: 1,
      processDetails: 'Boxes',
      weightGrams: 1_000,
    };
    const verification = forPublic(await verifyLot((await created()).input(row)));
    expect(verification.discrepancies.map(({ field, databaseValue }) => [field, databaseValue])).toEqual([
      ['farmId', null],
      ['farmerName', null],
      ['latitude', null],
      ['longitude', null],
      ['weight', 1],
      ['processDetails', null],
    ]);
    expect(verification.state).toBe('differs');
  });
});

describe('events that still wait', () => {
  it('leave a new lot pending in every field, with nothing compared', async () => {
    const verification = await verifyLot((await created()).input({}, 0));
    expect(verification).toEqual({
      state: 'pending',
      dataMatches: true,
      matchPercentage: 0,
      fields: VERIFIED_FIELDS.map((field) => ({ field, state: 'pending' })),
      discrepancies: [],
    });
  });

  it('explain what the row already has', async () => {
    const history = await created();
    await history.add({ type: 'stage', set: { stage: 'drying', weightGrams: 49_000 } }, { processDetails: 'Sun' });
    const row: Partial<VerifiedRow> = { stage: 'drying', weightGrams: 49_000, processDetails: 'Sun' };
    const verification = await verifyLot(history.input(row, 1));
    expect(unlike(verification)).toEqual({ weight: 'pending', currentProcess: 'pending', processDetails: 'pending' });
    expect(verification).toMatchObject({ state: 'pending', dataMatches: true, matchPercentage: 100 });
  });

  it('do not explain another value, nor the recorded one', async () => {
    const history = await (
      await created()
    ).add({ type: 'edited', set: { weightGrams: 49_000 } }, { farmerName: 'Kofi' });
    const row = { weightGrams: 48_000, farmerName: 'Ama Mensah' };
    const verification = await verifyLot(history.input(row, 1));
    expect(unlike(verification)).toEqual({ weight: 'differs', farmerName: 'differs' });
    expect(verification.discrepancies.find(({ field }) => field === 'weight')).toMatchObject({
      databaseValue: 48,
      blockchainValue: 49,
    });
    expect(unlike(await verifyLot(history.input({ weightGrams: 50_250, farmerName: 'Kofi' }, 1)))).toEqual({
      weight: 'differs',
      farmerName: 'pending',
    });
  });

  it('keep a lot pending when they change nothing that is compared', async () => {
    const history = await (await created()).add({ type: 'reviewed' }, { notes: 'Seen' });
    expect(await verifyLot(history.input({}, 1))).toMatchObject({ state: 'pending', matchPercentage: 100 });
  });

  it('count as recorded when the ledger has them already', async () => {
    const history = await (await created()).add({ type: 'edited', set: { weightGrams: 49_000 } });
    const input = history.input({ weightGrams: 49_000 });
    const events = input.events.map((event) => ({ ...event, recorded: false }));
    expect(await verifyLot({ ...input, events })).toMatchObject({ state: 'verified' });
  });
});

describe('erasure', () => {
  const personal: Personal = { processDetails: 'Boxes' };
  const gone = { farmerName: null, processDetails: null };

  async function erased(): Promise<History> {
    const history = await created(personal);
    await history.add({ type: 'erased', erase: ['farmerName', 'processDetails'] });
    return history;
  }

  it('is told from loss by the event that names the field', async () => {
    const history = await erased();
    const input = {
      ...history.input(gone),
      salts: history.salts.filter(({ field }) => field === 'farmId' || field === 'place'),
    };
    const verification = await verifyLot(input);
    expect(unlike(verification)).toEqual({ farmerName: 'erased', processDetails: 'erased' });
    expect(verification).toMatchObject({ state: 'verified', dataMatches: true, matchPercentage: 100 });
  });

  it('waits with its event', async () => {
    const history = await erased();
    const verification = await verifyLot(history.input(gone, 1));
    expect(unlike(verification)).toEqual({ farmerName: 'pending', processDetails: 'pending' });
    expect(verification.state).toBe('pending');
  });

  it('differs when the value is still there', async () => {
    const history = await erased();
    expect(unlike(await verifyLot(history.input({ ...gone, farmerName: 'Ama Mensah' })))).toEqual({
      farmerName: 'differs',
      processDetails: 'erased',
    });
  });

  it('differs when half of a place is still there', async () => {
    const history = await (await created()).add({ type: 'erased', erase: ['place'] });
    expect(unlike(await verifyLot(history.input({ latMicro: null, lonMicro: null })))).toEqual({
      latitude: 'erased',
      longitude: 'erased',
    });
    expect(unlike(await verifyLot(history.input({ latMicro: null })))).toEqual({
      latitude: 'differs',
      longitude: 'differs',
    });
  });

  it('is over when the field is set again', async () => {
    const history = await (await erased()).add({ type: 'edited' }, { farmerName: 'Kofi' });
    expect(unlike(await verifyLot(history.input({ ...gone, farmerName: 'Kofi' })))).toEqual({
      processDetails: 'erased',
    });
  });

  it('is not what a missing salt or value means', async () => {
    const history = await created(personal);
    for (const field of ['farmerName', 'processDetails'] as const) {
      const input = history.input({ processDetails: 'Boxes' });
      const salts = history.salts.filter((salt) => salt.field !== field);
      const { discrepancies } = await verifyLot({ ...input, salts });
      expect(discrepancies.map((one) => [one.field, one.severity])).toEqual([[field, 'HIGH']]);
      const { discrepancies: withoutValue } = await verifyLot(
        history.input({ processDetails: 'Boxes', [field]: null }),
      );
      expect(withoutValue.map((one) => [one.field, one.severity])).toEqual([[field, 'HIGH']]);
    }
    const { discrepancies } = await verifyLot(history.input({ processDetails: 'Bags' }));
    expect(discrepancies.map((one) => [one.field, one.severity])).toEqual([['processDetails', 'MEDIUM']]);
  });

  it('needs the salt of the event that spoke last', async () => {
    const history = await created();
    const wrong = history.salts.map((salt) =>
      salt.field === 'farmId'
        ? { ...salt, salt: new Uint8Array(32) }
        : salt.field === 'farmerName'
          ? { ...salt, eventId: id(9) }
          : salt,
    );
    expect(unlike(await verifyLot({ ...history.input(), salts: wrong }))).toEqual({
      farmId: 'differs',
      farmerName: 'differs',
    });
    const short = history.salts.map((salt) => ({ ...salt, salt: salt.salt.slice(1) }));
    expect(unlike(await verifyLot({ ...history.input(), salts: short }))).toMatchObject({ latitude: 'differs' });
  });
});

describe('a ledger that is not in order', () => {
  it('that cannot be asked leaves nothing compared', async () => {
    expect(await verifyLot({ ...(await created()).input(), chain: null })).toEqual({
      state: 'unavailable',
      dataMatches: false,
      matchPercentage: 0,
      fields: [],
      discrepancies: [],
    });
  });

  it('names broken blocks, although every field matches', async () => {
    const input = (await created()).input();
    const verification = await verifyLot({
      ...input,
      chain: { ...input.chain, brokenBlocks: [0, 12] },
    });
    expect(unlike(verification)).toEqual({});
    expect(verification).toMatchObject({ state: 'differs', dataMatches: false });
    expect(verification.matchPercentage).toBeLessThan(100);
    expect(verification.discrepancies.map(({ field, severity }) => [field, severity])).toEqual([
      ['block 0', 'HIGH'],
      ['block 12', 'HIGH'],
    ]);
  });

  async function differing(change: (input: Mutable) => void): Promise<[string, unknown, unknown][]> {
    const history = await created();
    await history.add({ type: 'edited', set: { weightGrams: 49_000 } });
    const input = structuredClone(history.input({ weightGrams: 49_000 })) as Mutable;
    change(input);
    const verification = await verifyLot(input);
    expect(verification.state).toBe('differs');
    return verification.discrepancies.map((one) => [one.field, one.databaseValue, one.blockchainValue]);
  }

  interface Mutable extends VerificationInput {
    events: { eventId: string; seq: number; content: string; recorded: boolean }[];
    chain: {
      entries: { eventId: string; seq: number; content: string | null; transactionValid: boolean }[];
      brokenBlocks: number[];
      missing: number[];
    };
  }

  it('names an event that is not valid', async () => {
    const found = await differing(({ chain }) => {
      for (const entry of chain.entries.slice(1)) entry.transactionValid = false;
    });
    expect(found).toEqual([['event 2', 'recorded', 'not valid']]);
  });

  it('names a changed content and what it changes', async () => {
    const found = await differing(({ chain }) => {
      for (const entry of chain.entries) {
        entry.content = entry.content?.replace('49000', '48000') ?? null;
        entry.transactionValid = entry.seq !== 2;
      }
    });
    expect(found).toEqual([
      ['weight', 49, 48],
      ['event 2', 'recorded', 'not valid'],
    ]);
  });

  it('names a lost content and what it leaves unsaid', async () => {
    const found = await differing(({ chain }) => {
      for (const entry of chain.entries.slice(1)) Object.assign(entry, { content: null, transactionValid: false });
    });
    expect(found).toEqual([
      ['weight', 49, 50.25],
      ['event 2', 'recorded', 'not valid'],
    ]);
  });

  it('names an event that our database lacks', async () => {
    expect(await differing(({ events }) => events.pop())).toEqual([['event 2', null, 'recorded']]);
  });

  it('names an event whose content our database has otherwise', async () => {
    const found = await differing(({ events }) => {
      for (const event of events.slice(0, 1)) event.content = event.content.replace('"farmer"', '"admin"');
    });
    expect(found).toEqual([['event 1', 'another content', 'recorded']]);
  });

  it('names an event that our database has at another place of the lot', async () => {
    const found = await differing(({ events }) => {
      for (const event of events.slice(1)) event.seq = 7;
    });
    expect(found).toEqual([['event 2', 'another content', 'recorded']]);
  });

  it('names an event that the ledger took and lacks', async () => {
    expect(await differing(({ chain }) => chain.entries.pop())).toEqual([
      ['weight', 49, 50.25],
      ['event 2', 'recorded', null],
    ]);
  });

  it('names an event that the ledger counts and cannot show, once', async () => {
    const found = await differing(({ chain, events }) => {
      chain.missing = [2];
      chain.entries.pop();
      for (const event of events.slice(1)) event.recorded = false;
    });
    expect(found).toEqual([['event 2', null, null]]);
  });

  it('names a waiting event that cannot be read', async () => {
    const found = await differing(({ chain, events }) => {
      chain.entries.pop();
      for (const event of events.slice(1)) Object.assign(event, { recorded: false, content: '{}' });
    });
    expect(found).toEqual([
      ['weight', 49, 50.25],
      ['event 2', 'not readable', null],
    ]);
  });

  it('is told apart from one that never heard of the lot', async () => {
    const input = (await created()).input();
    const chain = { entries: [], brokenBlocks: [], missing: [] };
    const verification = await verifyLot({ ...input, events: [], chain });
    expect(verification.state).toBe('differs');
    expect(unlike(verification)).toMatchObject({ lotId: 'differs', farmId: 'differs', weight: 'differs' });
  });
});
