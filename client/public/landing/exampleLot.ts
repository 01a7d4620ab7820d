import { readLotAnswer, type LotAnswer } from '../verify/publicAnswers.ts';

/* A fictional lot for the landing page, not based on any real record. */
export const EXAMPLE_PLACE = { latitude: -5.22, longitude: 145.75 };

const told = {
  lot: {
    lotId: 'LOT-EXAMPLE',
    farmId: 'FARM-EXAMPLE',
    farmerName: 'Grace',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-02',
    weight: 486.5,
    ...EXAMPLE_PLACE,
    currentProcess: 'delivered',
    qualityScore: 92,
    certifications: [],
    isAnonymized: false,
    deforestationStatus: 'No Deforestation',
    satelliteTimestamp: '2026-04-20T06:00:00Z',
    updatedAt: '2026-04-24T09:10:00Z',
    blockchainHash: { transactionId: '', status: 'recorded' },
  },
  verification: { state: 'verified', dataMatches: true, discrepancies: [] },
  sampleSatelliteData: true,
  country: 'PG',
  journey: [
    { stage: 'harvested', timestamp: '2026-03-02T05:30:00Z' },
    { stage: 'fermented', timestamp: '2026-03-08T04:10:00Z' },
    { stage: 'drying', timestamp: '2026-03-09T22:45:00Z' },
    { stage: 'processed', timestamp: '2026-03-17T03:20:00Z' },
    { stage: 'shipped', timestamp: '2026-03-20T01:00:00Z' },
    { stage: 'delivered', timestamp: '2026-04-24T09:10:00Z' },
  ],
};

function read(): LotAnswer {
  const answer = readLotAnswer(told);
  if (answer === null) throw new Error('The example is no lot');
  return answer;
}

export const EXAMPLE_LOT: LotAnswer = read();
