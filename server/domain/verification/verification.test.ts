import { describe, expect, it } from 'vitest';
import { LOT_FIELD_NAMES } from '../lot/lotTable.ts';
import { DIFFERENCE } from '../messages/differenceMessages.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';
import { windowAround } from '../forest/forest.ts';
import type { AlertAnswer } from '../ledger/alertFacts.ts';
import type { AlertContent, CommittedField, EventContent, LotContent } from '../ledger/content.ts';
import { canonicalText, commitment, contentHash, sha256, toHex, utf8 } from '../proof/hashing.ts';
import type { StoredAlert } from './alertRows.ts';
import { concludeEvidence, type CheckRow } from './evidence.ts';
import type { StoredValue } from './storedValues.ts';
import {
  forPublic,
  verifyLot,
  VERIFIED_FIELDS,
  type ChainEvidence,
  type FieldState,
  type LedgerEvidence,
  type OwnEvent,
  type LedgerReceipt,
  type Verification,
  type VerificationInput,
  type VerifiedField,
  type VerifiedRow,
} from './verification.ts';
import { NONE_STORED } from '../../../tests/support/optionalFields.ts';

const AT = new Date('2026-11-21T08:00:00.000Z');
const NOWHERE: LedgerReceipt = { transactionId: null, blockNumber: null, signature: null, recordedAt: null };
const PLACE = { latMicro: -9_443_100, lonMicro: 147_180_300 };

const ROW: VerifiedRow = {
  kind: 'origin',
  usedGrams: 0,
  lotId: 'LOT501',
  farmId: 'FARM001',
  farmerName: 'Ama Mensah',
  variety: 'Trinitario',
  harvestUntil: null,
  harvestDate: '2026-05-01',
  ...PLACE,
  plots: null,
  weightGrams: 50_250,
  moistureHundredths: 725,
  temperatureHundredths: 2_550,
  certifications: ['Organic', 'UTZ'],
  ...NONE_STORED,
  qualityTenths: 875,
  isAnonymized: false,
  stage: 'harvested',
  processDetails: null,
  deforestationStatus: 'Pending Review',
  satelliteAt: null,
  satelliteMessage: SATELLITE.firstCheckQueued({}).text,
  deletedAt: null,
  createdAt: AT,
  updatedAt: AT,
  head: { seq: 0, hash: '' },
  ledger: { ...NOWHERE, status: 'pending' },
};

const id = (seq: number): string => seq.toString(16).padStart(32, '0');
const receipt = (seq: number): LedgerReceipt => ({
  transactionId: `tx${seq}`,
  blockNumber: seq,
  signature: `3044${seq}`,
  recordedAt: AT,
});

type Personal = Partial<Record<CommittedField, unknown>>;
type Part = (Partial<LotContent> & Pick<LotContent, 'type'>) | Pick<AlertContent, 'v' | 'type' | 'alert' | 'set'>;

/** One lot's history on both sides; each event is linked to the one before and keeps its values and salts. */
class History {
  readonly contents: EventContent[] = [];
  readonly hashes: string[] = [];
  readonly kept: StoredValue[] = [];
  readonly checks: CheckRow[] = [];

  async add(part: Part, personal: Personal = {}): Promise<this> {
    const seq = this.contents.length + 1;
    const commit: EventContent['commit'] = {};
    for (const [field, value] of Object.entries(personal) as [CommittedField, unknown][]) {
      const salt = new Uint8Array(32).fill(seq);
      commit[field] = await commitment(field, value, salt);
      this.kept.push({ eventId: id(seq), field, value, salt });
    }
    const chained = {
      eventId: id(seq),
      lotKey: 'a'.repeat(32),
      seq,
      prev: this.hashes.at(-1) ?? null,
      org: 'ManamCoopMSP',
      commit,
      salt: 'b'.repeat(64),
    };
    const told = { at: AT.toISOString(), actorRole: 'farmer' as const, set: {} };
    const content: EventContent =
      part.type === 'alert' ? { ...chained, ...part } : { v: 1, ...chained, ...told, ...part };
    this.contents.push(content);
    this.hashes.push(await contentHash(content));
    return this;
  }

  /** A clear check of 64 pixels at the lot's place, with its evidence. */
  async check(at: string, status: LotContent['set']['deforestationStatus'] = 'No Deforestation'): Promise<this> {
    const layer = Array<number>(64).fill(1);
    const evidence = canonicalText({
      dataset: 'Scripted Forest',
      datasetVersion: 'v1',
      sample: false,
      window: windowAround(PLACE),
      width: 8,
      height: 8,
      lossYear: layer.map(() => 0),
      treeCover2000: layer.map(() => 60),
      dataMask: layer,
      driver: 'hansen',
    });
    const evidenceHash = toHex(await sha256(utf8(evidence)));
    this.checks.push({
      id: `check ${this.checks.length}`,
      endedAt: new Date(at),
      driver: 'hansen',
      dataset: 'Scripted Forest',
      datasetVersion: 'v1',
      sample: false,
      ...PLACE,
      plots: null,
      conclusion: 'clear',
      reason: null,
      evidence,
      evidenceHash,
      lossPixels: 0,
      lossYears: [],
      pixels: 64,
      treeCover2000: 60,
      confidence: 'high',
    });
    return this.add(
      { type: 'satellite', at, set: { deforestationStatus: status, satelliteTimestamp: at } },
      { evidenceHash },
    );
  }

  /** @param recorded how many of the events the ledger has; the others wait */
  input(row: Partial<VerifiedRow> = {}, recorded = this.contents.length): Mutable {
    const texts = this.contents.map((content) => ({
      eventId: content.eventId,
      seq: content.seq,
      content: canonicalText(content),
    }));
    const last = this.contents.at(-1);
    return {
      row: {
        ...ROW,
        updatedAt: last === undefined || last.type === 'alert' ? AT : new Date(last.at),
        head: { seq: this.contents.length, hash: this.hashes.at(-1) ?? '' },
        ledger: {
          ...(recorded === 0 ? NOWHERE : receipt(recorded)),
          status: recorded < this.contents.length || recorded === 0 ? 'pending' : 'recorded',
        },
        ...row,
      },
      events: texts.map((text, i) => ({
        ...text,
        contentHash: this.hashes[i] ?? '',
        at: last?.type === 'alert' || this.contents[i]?.type === 'alert' ? AT : new Date(timeOf(this.contents[i])),
        sealed: true,
        state: i < recorded ? 'recorded' : 'pending',
        receipt: i < recorded ? receipt(text.seq) : NOWHERE,
      })),
      chain: {
        entries: texts.slice(0, recorded).map((text) => ({
          ...text,
          transactionId: `tx${text.seq}`,
          blockNumber: text.seq,
          blockTime: AT,
          endorsers: [{ signature: `3044${text.seq}` }],
          transactionValid: true,
        })),
        brokenBlocks: [],
        missing: [],
        rivals: [],
      },
      kept: this.kept,
      checks: this.checks,
      alerts: [],
    };
  }
}

function timeOf(content: EventContent | undefined): string {
  return content === undefined || content.type === 'alert' ? AT.toISOString() : content.at;
}

/** The same, mutable, to simulate changes of the database. */
interface Mutable extends VerificationInput {
  row: VerifiedRow;
  events: OwnEvent[];
  chain: Omit<ChainEvidence, 'entries'> & { entries: LedgerEvidence[]; missing: number[]; rivals: string[] };
  kept: StoredValue[];
  checks: CheckRow[];
  alerts: StoredAlert[];
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
    {
      farmId: 'FARM001',
      farmerName: 'Ama Mensah',
      place: [PLACE.latMicro, PLACE.lonMicro],
      place2: [-9_440_000, 147_180_000],
      ...personal,
    },
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
    await history.check('2026-11-20T10:00:00.000Z');
    await history.add({ type: 'edited', set: { qualityTenths: null } }, { farmerName: 'Ama Owusu' });
    const row: Partial<VerifiedRow> = {
      stage: 'fermented',
      moistureHundredths: 900,
      processDetails: 'Six days in boxes',
      deforestationStatus: 'No Deforestation',
      satelliteAt: new Date('2026-11-20T10:00:00.000Z'),
      satelliteMessage: null,
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
    const row = { latMicro: null, lonMicro: null, satelliteMessage: SATELLITE.newPlaceCheckQueued({}).text };
    expect(await verifyLot(history.input(row))).toMatchObject({ state: 'verified', discrepancies: [] });
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
        said: expect.objectContaining({
          code: expect.stringMatching(/^difference\.(value|lost)$/),
          values: { field },
        }),
      })),
    );
    expect(verification.matchPercentage).toBeCloseTo((1 - found.length / LOT_FIELD_NAMES.length) * 100, 10);
    expect(unlike(verification)).toEqual(Object.fromEntries(found.map(([field]) => [field, 'differs'])));
  });

  it('that brings a deleted lot back is named', async () => {
    const history = await (await created()).add({ type: 'deleted' });
    expect(await verifyLot(history.input({ deletedAt: AT }))).toMatchObject({ state: 'verified' });
    const { state, discrepancies } = await verifyLot(history.input({ deletedAt: null }));
    expect(state).toBe('differs');
    expect(discrepancies).toEqual([
      {
        field: 'deleted',
        databaseValue: false,
        blockchainValue: true,
        severity: 'HIGH',
        said: DIFFERENCE.value({ field: 'deleted' }),
      },
    ]);
  });

  it('that deletes a lot at another time is named', async () => {
    const history = await (await created()).add({ type: 'deleted' });
    const later = new Date(AT.getTime() + 1_000);
    const { discrepancies } = await verifyLot(history.input({ deletedAt: later }));
    expect(discrepancies).toEqual([
      {
        field: 'deleted',
        databaseValue: later.toISOString(),
        blockchainValue: AT.toISOString(),
        severity: 'MEDIUM',
        said: DIFFERENCE.value({ field: 'deleted' }),
      },
    ]);
  });

  it('that gives a waiting event a receipt is named', async () => {
    const input = (await created()).input({}, 0);
    const events = input.events.map((event) => ({ ...event, receipt: receipt(1) }));
    const { discrepancies } = await verifyLot({ ...input, events });
    expect(discrepancies).toContainEqual({
      field: 'event 1',
      databaseValue: 'a receipt before it was recorded',
      blockchainValue: null,
      severity: 'HIGH',
      said: DIFFERENCE.eventEarlyReceipt({ event: 1 }),
    });
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
    const input = history.input({ weightGrams: 49_000, ledger: { ...NOWHERE, status: 'pending' } });
    const events = input.events.map((event) => ({ ...event, state: 'pending' as const, receipt: NOWHERE }));
    expect(await verifyLot({ ...input, events })).toMatchObject({ state: 'verified' });
  });
});

describe('erasure', () => {
  const personal: Personal = { processDetails: 'Boxes' };
  const gone = { farmerName: null, processDetails: null };

  async function erased(): Promise<History> {
    const history = await created(personal);
    await history.add({ type: 'erased', erase: [{ seq: 1, fields: ['farmerName', 'processDetails'] }] });
    return history;
  }

  it('is told from loss by the event that names the field', async () => {
    const history = await erased();
    const input = {
      ...history.input(gone),
      kept: history.kept.filter(({ field }) => field !== 'farmerName' && field !== 'processDetails'),
    };
    const verification = await verifyLot(input);
    expect(unlike(verification)).toEqual({ farmerName: 'erased', processDetails: 'erased' });
    expect(verification).toMatchObject({ state: 'verified', dataMatches: true, matchPercentage: 100 });
  });

  it('waits with its event', async () => {
    const history = await erased();
    const kept = history.kept.filter(({ field }) => field !== 'farmerName' && field !== 'processDetails');
    const verification = await verifyLot({ ...history.input(gone, 1), kept });
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
    const history = await (await created()).add({ type: 'erased', erase: [{ seq: 1, fields: ['place'] }] });
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
      const kept = history.kept.filter((value) => value.field !== field);
      const { discrepancies } = await verifyLot({ ...input, kept });
      expect(discrepancies.map((one) => [one.field, one.databaseValue === `${field} missing`, one.severity])).toEqual([
        [field, false, 'HIGH'],
        ['event 1', true, 'HIGH'],
      ]);
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
    const wrong = history.kept.map((value) =>
      value.field === 'farmId'
        ? { ...value, salt: new Uint8Array(32) }
        : value.field === 'farmerName'
          ? { ...value, eventId: id(9) }
          : value,
    );
    expect(unlike(await verifyLot({ ...history.input(), kept: wrong }))).toEqual({
      farmId: 'differs',
      farmerName: 'differs',
    });
    const short = history.kept.map((value) => ({ ...value, salt: value.salt.slice(1) }));
    expect(unlike(await verifyLot({ ...history.input(), kept: short }))).toMatchObject({ latitude: 'differs' });
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
    const input = structuredClone(history.input({ weightGrams: 49_000 }));
    change(input);
    const verification = await verifyLot(input);
    expect(verification.state).toBe('differs');
    return verification.discrepancies.map((one) => [one.field, one.databaseValue, one.blockchainValue]);
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
    const found = await differing(({ row, events }) => {
      events.pop();
      // The row put back to the event before.
      row.head = { seq: 1, hash: events[0]?.contentHash ?? '' };
      row.ledger = { ...receipt(1), status: 'recorded' };
      row.updatedAt = AT;
    });
    expect(found).toEqual([['event 2', null, 'recorded']]);
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
    expect(found).toEqual([
      ['event 2', 'another content', 'recorded'],
      ['newestEvent', 'event 2', 'event 7'],
    ]);
  });

  it('names an event that the ledger took and lacks', async () => {
    expect(await differing(({ chain }) => chain.entries.pop())).toEqual([
      ['weight', 49, 50.25],
      ['event 2', 'recorded', null],
      ['blockchainHash', ['recorded', 'tx2'], ['recorded', '—']],
    ]);
  });

  it('names an event that the ledger counts and cannot show, once', async () => {
    const found = await differing(({ row, chain, events }) => {
      chain.missing = [2];
      chain.entries.pop();
      for (const event of events.slice(1)) Object.assign(event, { state: 'pending', receipt: NOWHERE });
      row.ledger = { ...receipt(1), status: 'pending' };
    });
    expect(found).toEqual([['event 2', null, null]]);
  });

  it('names a waiting event that cannot be read', async () => {
    const found = await differing(({ row, chain, events }) => {
      chain.entries.pop();
      for (const event of events.slice(1)) {
        Object.assign(event, { state: 'pending', receipt: NOWHERE, content: '{}' });
      }
      row.ledger = { ...receipt(1), status: 'pending' };
    });
    expect(found).toEqual([
      ['weight', 49, 50.25],
      ['event 2', 'not readable', null],
    ]);
  });

  it('is told apart from one that never heard of the lot', async () => {
    const input = (await created()).input();
    const chain = { entries: [], brokenBlocks: [], missing: [], rivals: [] };
    const verification = await verifyLot({ ...input, events: [], chain });
    expect(verification.state).toBe('differs');
    expect(unlike(verification)).toMatchObject({ lotId: 'differs', farmId: 'differs', weight: 'differs' });
  });
});

describe('what stands beside the fields', () => {
  /** The findings after a change of the stored data of a lot with a stage, a check and an alert. */
  async function found(change: (input: Mutable) => unknown): Promise<[string, unknown, unknown][]> {
    const input = structuredClone(await told());
    expect((await verifyLot(input)).discrepancies).toEqual([]);
    change(input);
    const { state, discrepancies } = await verifyLot(input);
    expect(state).toBe('differs');
    return discrepancies.map((one) => [one.field, one.databaseValue, one.blockchainValue]);
  }

  const answer: AlertAnswer = {
    status: 'active',
    acknowledgedAt: null,
    acknowledgedBy: null,
    closedAt: null,
    closedBy: null,
    outcome: null,
    role: 'system',
  };
  const alert: StoredAlert = {
    ledgerKey: 'c'.repeat(32),
    type: 'deforestation',
    severity: 'high',
    status: 'dismissed',
    title: 'Tree cover loss',
    description: 'Two pixels',
    ...PLACE,
    findingKey: 'key',
    findingPixels: [[1, 2, 2022]],
    checkId: 'check 0',
    note: 'Shade trees',
    outcome: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    closedAt: AT,
    closedBy: 'auditor',
    createdAt: AT,
  };

  async function told(): Promise<Mutable> {
    const history = await created();
    await history.add({ type: 'stage', set: { stage: 'fermented' } }, { location: 'Madang', processDetails: 'Boxes' });
    await history.add({ type: 'stage', set: { stage: 'drying' } }, { processDetails: 'Sun' });
    await history.check('2026-11-21T08:00:00.000Z');
    const step = (name: AlertContent['alert']['step']) => ({
      v: 1 as const,
      type: 'alert' as const,
      alert: { key: 'c'.repeat(32), step: name, day: '2026-11-21' },
      set: {},
    });
    const { type, severity, title, description, findingKey, checkId } = alert;
    await history.add(step('raised'), {
      alertFinding: { type, severity, title, description, raisedAt: AT.toISOString() },
      alertPlace: { ...PLACE, findingKey, pixels: [[1, 2, 2022]], checkId },
      alertAnswer: answer,
    });
    await history.add(step('dismissed'), {
      alertAnswer: {
        ...answer,
        status: 'dismissed',
        closedAt: AT.toISOString(),
        closedBy: 'auditor',
        role: 'auditor',
      },
      alertNote: 'Shade trees',
    });
    const row: Partial<VerifiedRow> = {
      stage: 'drying',
      processDetails: 'Sun',
      deforestationStatus: 'No Deforestation',
      satelliteAt: AT,
      satelliteMessage: null,
    };
    return { ...history.input(row), alerts: [alert] };
  }

  it('is a value of an earlier event: changed, gone, or never given', async () => {
    const value = (input: Mutable): StoredValue => input.kept.find(({ field }) => field === 'location') as StoredValue;
    const event2 = (fault: string) => [['event 2', fault, 'recorded']];
    expect(await found((input) => Object.assign(value(input), { value: 'Switzerland' }))).toEqual(
      event2('location changed'),
    );
    expect(await found((input) => input.kept.splice(input.kept.indexOf(value(input)), 1))).toEqual(
      event2('location missing'),
    );
    expect(await found((input) => Object.assign(value(input), { field: 'notes' }))).toEqual([
      ['event 2', 'location missing', 'recorded'],
    ]);
    expect(
      await found((input) => input.kept.push({ ...value(input), field: 'notes', salt: new Uint8Array(32) })),
    ).toEqual(event2('notes was never given'));
  });

  it('is a rounded place, which only the proof shows', async () => {
    const change = ({ kept }: Mutable) =>
      Object.assign(kept.find(({ field }) => field === 'place2') ?? {}, { value: [1, 2] });
    expect(await found(change)).toEqual([['event 1', 'place2 changed', 'recorded']]);
  });

  it('is an erased value that is back, and none that an erasure took', async () => {
    const history = await created({ processDetails: 'Boxes' });
    await history.add({ type: 'erased', erase: [{ seq: 1, fields: ['processDetails'] }] });
    const row = { processDetails: null };
    const back = await verifyLot(history.input(row));
    expect(back.discrepancies.map(({ databaseValue }) => databaseValue)).toEqual([
      'processDetails kept although it was erased',
    ]);
    const kept = history.kept.filter(({ field }) => field !== 'processDetails');
    expect(await verifyLot({ ...history.input(row), kept })).toMatchObject({ state: 'verified' });
  });

  it('is an earlier value that an erasure took while a later one stayed', async () => {
    const history = await created();
    await history.add({ type: 'edited' }, { farmerName: 'Kofi' });
    await history.add({ type: 'erased', erase: [{ seq: 1, fields: ['farmerName'] }] });
    const kept = history.kept.filter(({ eventId, field }) => eventId !== id(1) || field !== 'farmerName');
    const verification = await verifyLot({ ...history.input({ farmerName: 'Kofi' }), kept });
    expect(verification).toMatchObject({ state: 'verified', discrepancies: [] });
    expect(unlike(verification)).toEqual({});
  });

  const satellite: [what: string, change: (check: CheckRow) => void, faults: unknown[]][] = [
    ['conclusion', (check) => (check.conclusion = 'loss'), ['conclusion']],
    ['reason', (check) => (check.reason = 'Clouds'), ['reason']],
    ['driver', (check) => (check.driver = 'gfw'), ['driver']],
    ['dataset', (check) => (check.dataset = 'Another'), ['dataset']],
    ['version', (check) => (check.datasetVersion = 'v2'), ['datasetVersion']],
    ['kind of data', (check) => (check.sample = true), ['sample']],
    ['figures', (check) => Object.assign(check, { lossPixels: 3, pixels: 65 }), ['lossPixels', 'pixels']],
    ['years', (check) => (check.lossYears = [2022]), ['lossYears']],
    ['tree cover', (check) => (check.treeCover2000 = 61), ['treeCover2000']],
    ['confidence', (check) => (check.confidence = 'low'), ['confidence']],
    ['evidence', (check) => (check.evidence = check.evidence.replace('60', '61')), ['evidence']],
    ['whole evidence', (check) => (check.evidence = ''), ['evidence', 'evidence']],
    ['place', (check) => (check.latMicro = 1), ['place']],
  ];
  it.each(satellite)('is the %s of a satellite check', async (_, change, faults) => {
    const named = await found(({ checks }) => checks.forEach(change));
    expect(named.filter(([field]) => field === 'satelliteEvidence')).toEqual([
      ['satelliteEvidence', faults, '2026-11-21T08:00:00.000Z'],
    ]);
  });

  it('is a satellite check that is gone, was added, or has another hash or time', async () => {
    const at = '2026-11-21T08:00:00.000Z';
    const gone = ['satelliteEvidence', null, at];
    expect(await found(({ checks }) => checks.pop())).toContainEqual(gone);
    expect(await found(({ checks }) => checks.push(...structuredClone(checks)))).toEqual([
      ['satelliteEvidence', at, null],
    ]);
    for (const change of [{ evidenceHash: 'd'.repeat(64) }, { endedAt: new Date(0) }]) {
      const named = await found(({ checks }) => Object.assign(checks[0] ?? {}, change));
      expect(named).toContainEqual(gone);
    }
  });

  it('is the message beside the status', async () => {
    expect(await found(({ row }) => (row.satelliteMessage = 'Checked by hand'))).toEqual([
      ['satelliteMessage', 'Checked by hand', null],
    ]);
  });

  const ofAlert: [what: string, change: Partial<StoredAlert>][] = [
    ['type', { type: 'fire' }],
    ['severity', { severity: 'low' }],
    ['status', { status: 'active' }],
    ['title', { title: 'Nothing' }],
    ['description', { description: 'Nothing' }],
    ['place', { latMicro: 1 }],
    ['finding', { findingKey: 'other' }],
    ['pixels', { findingPixels: [] }],
    ['check', { checkId: null }],
    ['note', { note: null }],
    ['outcome', { outcome: 'No Deforestation' }],
    ['closing time', { closedAt: new Date(0) }],
    ['closing person', { closedBy: 'farmer' }],
    ['time', { createdAt: new Date(0) }],
    ['answer', { acknowledgedAt: AT, acknowledgedBy: 'auditor' }],
  ];
  it.each(ofAlert)('is the %s of an alert', async (_, change) => {
    const named = await found(({ alerts }) => Object.assign(alerts[0] ?? {}, change));
    expect(named).toEqual([['alert', change.status ?? 'dismissed', 'dismissed']]);
  });

  it('is an alert that is gone, or was never told', async () => {
    expect(await found(({ alerts }) => alerts.pop())).toEqual([['alert', null, 'dismissed']]);
    for (const ledgerKey of [null, 'd'.repeat(32)]) {
      expect(await found(({ alerts }) => alerts.push({ ...alert, ledgerKey, status: 'active' }))).toEqual([
        ['alert', 'active', null],
      ]);
    }
  });

  const recording: [what: string, change: (input: Mutable) => unknown, field: string][] = [
    ['transaction in the row', ({ row }) => (row.ledger.transactionId = 'tx9'), 'blockchainHash'],
    ['signature in the row', ({ row }) => (row.ledger.signature = '00'), 'blockchainHash'],
    ['block in the row', ({ row }) => (row.ledger.blockNumber = 9), 'blockchainHash'],
    ['time of recording in the row', ({ row }) => (row.ledger.recordedAt = new Date(0)), 'blockchainHash'],
    ['state in the row', ({ row }) => (row.ledger.status = 'failed'), 'blockchainHash'],
    ['transaction of an event', ({ events }) => (receiptOf(events).transactionId = 'tx9'), 'event 1'],
    ['signature of an event', ({ events }) => (receiptOf(events).signature = '00'), 'event 1'],
    ['block of an event', ({ events }) => (receiptOf(events).blockNumber = 9), 'event 1'],
    ['time of an event', ({ events }) => (receiptOf(events).recordedAt = new Date(0)), 'event 1'],
    ['seal of an event', ({ events }) => Object.assign(events[0] ?? {}, { sealed: false }), 'event 1'],
    ['newest event', ({ row }) => (row.head.hash = 'd'.repeat(64)), 'newestEvent'],
    ['day of registration', ({ row }) => (row.createdAt = new Date(0)), 'createdAt'],
    ['day of the last change', ({ row }) => (row.updatedAt = new Date(0)), 'updatedAt'],
    ['other chain of the lot id', ({ chain }) => chain.rivals.push('d'.repeat(32)), 'lotId'],
  ];
  it.each(recording)('is the %s', async (_, change, field) => {
    expect((await found(change)).map(([name]) => name)).toEqual([field]);
  });

  it('is a lot that was never recorded and says so', async () => {
    const history = await created();
    const row = { ledger: { ...receipt(1), status: 'recorded' } };
    const { state, discrepancies } = await verifyLot(history.input(row, 0));
    expect([state, discrepancies.map(({ field }) => field)]).toEqual(['differs', ['blockchainHash']]);
  });

  it('does not let an unsealed event that waits explain the row', async () => {
    const history = await (await created()).add({ type: 'reviewed', set: { deforestationStatus: 'No Deforestation' } });
    const input = history.input({ deforestationStatus: 'No Deforestation' }, 1);
    const events = input.events.map((event) => ({ ...event, sealed: event.seq === 1 }));
    const { discrepancies } = await verifyLot({ ...input, events });
    expect(discrepancies.map(({ field }) => field)).toEqual(['deforestationStatus', 'event 2']);
  });

  it('is told to the public without values of alerts', async () => {
    const input = structuredClone(await told());
    input.alerts = [];
    expect(forPublic(await verifyLot(input)).discrepancies).toEqual([
      {
        field: 'alert',
        databaseValue: null,
        blockchainValue: null,
        severity: 'HIGH',
        said: DIFFERENCE.value({ field: 'alert' }),
      },
    ]);
  });
});

function receiptOf(events: readonly OwnEvent[]): LedgerReceipt {
  return events[0]?.receipt ?? NOWHERE;
}

it('evidence that is none concludes nothing', () => {
  expect(['', '{', '[]', '{}', '{"window":[1,2,3,4]}'].map(concludeEvidence)).toEqual([null, null, null, null, null]);
});
