import { SAMPLE_PLACES } from '../../server/adapters/forest-sample/places.ts';

/** Farms of the registered lots, and by how much they lie apart: about 2 km from the first to the last. */
const FARMS = 40;
const APART_DEGREES = 0.0005;

/** The body of a registration. @param farm lots of the farm 0 lie at the sample's first place, those of others beside it */
export function lotBody(lotId: string, farm = 0) {
  const [place] = SAMPLE_PLACES;
  const at = farm % FARMS;
  return {
    lotId,
    farmId: `FARM${String(at + 1).padStart(3, '0')}`,
    farmerName: 'Maria Kaupa',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-01',
    latitude: Math.round(((place?.latitude ?? 0) - at * APART_DEGREES) * 1e6) / 1e6,
    longitude: place?.longitude ?? 0,
    weight: 250.5,
    moistureContent: 41,
    temperature: 25.5,
    certifications: ['Organic'],
  };
}
