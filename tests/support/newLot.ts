import { randomInt } from 'node:crypto';

/** A lot id that no other test of the same database uses, and that no search for a lot of the demonstration finds. */
export function someLotId(): string {
  return `LOT${randomInt(8 * 10 ** 9, 9 * 10 ** 9)}`;
}

/** What a staff form sends for a new lot, on land in Papua New Guinea that the sample tiles hold. */
export function newLot(changes: Record<string, unknown> = {}) {
  return {
    lotId: someLotId(),
    farmId: 'FARM001',
    farmerName: 'Maria Kaupa',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-01',
    latitude: -5.123456,
    longitude: 145.654321,
    weight: 50,
    moistureContent: 7,
    temperature: 25,
    certifications: ['Organic'],
    qualityScore: 82,
    isAnonymized: false,
    ...changes,
  };
}
