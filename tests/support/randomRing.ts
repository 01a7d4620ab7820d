import fc from 'fast-check';
import type { PlaceMicro } from '../../server/domain/text/units.ts';

/**
 * For tests: rings that do not cross themselves, as stars around a place: 3 to 40 corners at 10 m to 5 km from it, in their turn around it.
 * @param options.mostLatitude degrees on either side of the equator
 */
export function randomRing({ mostLatitude }: { mostLatitude: number }): fc.Arbitrary<PlaceMicro[]> {
  return fc
    .record({
      lat: fc.integer({ min: -mostLatitude * 1e6, max: mostLatitude * 1e6 }),
      lon: fc.integer({ min: -180_000_000, max: 179_999_999 }),
      size: fc.integer({ min: 1_000, max: 45_000 }),
      radii: fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 }),
    })
    .map(({ lat, lon, size, radii }) =>
      radii.map((radius, i) => {
        const angle = ((i + 0.01) / radii.length) * 2 * Math.PI;
        const lonMicro = Math.round(lon + size * radius * Math.cos(angle));
        return {
          latMicro: Math.round(lat + size * radius * Math.sin(angle)),
          lonMicro:
            lonMicro > 180_000_000
              ? lonMicro - 360_000_000
              : lonMicro < -180_000_000
                ? lonMicro + 360_000_000
                : lonMicro,
        };
      }),
    );
}
