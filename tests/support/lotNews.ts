import type { LotNewsFragment } from '../../client/graphql/generated.ts';
import { NONE_GIVEN } from './optionalFields.ts';

/** News of a lot that was just registered: neither recorded nor checked. */
export const LOT_NEWS: LotNewsFragment = {
  id: 'a',
  lotId: 'LOT30001',
  kind: 'origin',
  farmId: 'FARM002',
  farmerName: 'Peter Wani',
  cacaoVariety: 'Trinitario',
  harvestDate: '2026-11-20',
  harvestUntil: null,
  latitude: -5.2,
  longitude: 145.7,
  weight: 250.5,
  available: 250.5,
  moistureContent: 7,
  temperature: 26,
  certifications: [],
  ...NONE_GIVEN,
  qualityScore: 87,
  currentProcess: 'harvested',
  deforestationStatus: 'Pending Review',
  satelliteTimestamp: null,
  satelliteOutdated: true,
  satelliteSaid: [],
  blockchainHash: null,
  updatedAt: '2026-11-22T08:00:00.000Z',
};
