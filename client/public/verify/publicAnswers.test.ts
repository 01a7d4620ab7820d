import { describe, expect, it } from 'vitest';
import { NONE_GIVEN } from '../../../tests/support/optionalFields.ts';
import {
  hasCapability,
  readIntegrityCheck,
  readLedgerSummary,
  readLot,
  readLotAnswer,
  readProvenanceChain,
} from './publicAnswers.ts';

describe('readLot', () => {
  it('turns what is missing or of another type into not known', () => {
    expect(readLot({ lotId: 'LOT1', weight: '12', currentProcess: 'roasted', satelliteTimestamp: 'soon' })).toEqual({
      lotId: 'LOT1',
      farmId: null,
      farmerName: null,
      cacaoVariety: null,
      harvestDate: null,
      harvestUntil: null,
      currentProcess: null,
      processDetails: null,
      ...NONE_GIVEN,
      weight: null,
      moistureContent: null,
      temperature: null,
      latitude: null,
      longitude: null,
      deforestationStatus: null,
      satelliteTimestamp: null,
      statusDecidedBy: null,
      statusDecidedOn: null,
      pendingReason: null,
      certifications: [],
      isAnonymized: false,
      updatedAt: null,
      blockchainHash: null,
      blockNumber: null,
    });
  });

  it('keeps a measured zero', () => {
    expect(readLot({ lotId: 'LOT1', latitude: 0, qualityScore: 0 })).toMatchObject({ latitude: 0, qualityScore: 0 });
  });

  it('falls back to the lot timestamp for the last update', () => {
    expect(readLot({ lotId: 'LOT1', timestamp: '2026-03-14T08:30:00Z' })?.updatedAt).toBe('2026-03-14T08:30:00Z');
  });

  it('needs a lot number', () => {
    expect(readLot({ weight: 3 })).toBeNull();
    expect(readLot(null)).toBeNull();
  });
});

describe('readLotAnswer', () => {
  it('hears of sample data from its mark', () => {
    expect(readLotAnswer({ data: { lot: { lotId: 'LOT1' } } })?.sampleSatelliteData).toBe(false);
    expect(readLotAnswer({ data: { lot: { lotId: 'LOT1' }, sampleSatelliteData: true } })?.sampleSatelliteData).toBe(
      true,
    );
  });

  it('reads a discrepancy given as an object or as a name', () => {
    const discrepancies = [
      'weight',
      { field: 'weight', databaseValue: 1250.5, blockchainValue: 0 },
      {
        field: 'deleted',
        databaseValue: false,
        blockchainValue: ['Organic', 3],
        said: { code: 'difference.value', values: { field: 'deleted' }, text: 'Not the same.' },
      },
      7,
    ];
    const verification = { discrepancies };
    expect(readLotAnswer({ lot: { lotId: 'LOT1' }, verification })?.verification?.discrepancies).toEqual([
      { field: 'weight', databaseValue: null, blockchainValue: null, code: null },
      { field: 'weight', databaseValue: 1250.5, blockchainValue: 0, code: null },
      { field: 'deleted', databaseValue: false, blockchainValue: ['Organic'], code: 'difference.value' },
    ]);
  });
});

describe('the ledger answers', () => {
  it('reads a record that is not on the ledger yet', () => {
    expect(readLedgerSummary({ data: { verification: { state: 'pending' }, provenance: null } })).toMatchObject({
      verification: { state: 'pending' },
      blockNumber: null,
      endorsers: [],
    });
    expect(readLedgerSummary({ data: {} })).toBeNull();
  });

  it('tells an empty chain from a missing one', () => {
    expect(readProvenanceChain({ data: { provenanceChain: [] } })).toEqual([]);
    expect(readProvenanceChain({ data: {} })).toBeNull();
  });

  it('names endorsers by organisation, MSP id or text', () => {
    const endorsers = [{ organisation: 'Cooperative', mspId: 'CoopMSP' }, { mspId: 'LabMSP' }, 'Port', {}];
    expect(readLedgerSummary({ provenance: { endorsers } })?.endorsers.map((endorser) => endorser.name)).toEqual([
      'Cooperative',
      'LabMSP',
      'Port',
    ]);
  });

  it('shows no share of matching fields where nothing was compared', () => {
    const shareOf = (verification: unknown) =>
      readLedgerSummary({ data: { verification } })?.verification?.matchPercentage;
    expect(shareOf({ state: 'unavailable', matchPercentage: 0 })).toBeNull();
    expect(shareOf({ state: 'pending', matchPercentage: 0 })).toBeNull();
    expect(shareOf({ state: 'pending', matchPercentage: 100 })).toBe(100);
    expect(shareOf({ state: 'differs', matchPercentage: 0 })).toBe(0);
  });

  it('reads which stage an event set', () => {
    const chain = readProvenanceChain({ data: { provenanceChain: [{ stage: 'fermented' }, { stage: 'eaten' }, {}] } });
    expect(chain?.map(({ stage }) => stage)).toEqual(['fermented', null, null]);
  });

  it('knows what the server says it can do', () => {
    const answer = { data: { capabilities: ['search', 'search-analytics'] } };
    expect(hasCapability(answer, 'search-analytics')).toBe(true);
    expect(hasCapability(answer, 'analytics')).toBe(false);
    expect(hasCapability({}, 'search')).toBe(false);
  });

  it('counts a missing integrity field as not checked', () => {
    expect(readIntegrityCheck({ data: { state: 'verified', lastVerified: '2026-03-14T08:30:00Z' } })).toMatchObject({
      state: 'verified',
      networkConsensus: null,
      blockchainVerified: null,
    });
    expect(readIntegrityCheck({ data: { isValid: true, lastVerified: '2026-03-14T08:30:00Z' } })?.state).toBe(
      'unavailable',
    );
    expect(
      readIntegrityCheck({ data: { isValid: true, verified: true, lastVerified: '2026-03-14T08:30:00Z' } })?.state,
    ).toBe('verified');
  });
});
