import type { PlaceMicro } from '../../domain/text/units.ts';

/** Countries of places, offline, from the borders that OpenStreetMap's editors use. */
export interface Countries {
  /** ISO 3166-1 alpha-2; coastal waters count; null on the high seas */
  of(place: PlaceMicro): string | null;
  /** the country's name in English; the code where the runtime does not know it */
  name(code: string): string;
}

let loading: Promise<Countries> | null = null;

/** Loaded once: the borders take some megabytes, and the thread for some 40 ms. */
export function loadCountries(): Promise<Countries> {
  loading ??= import('@rapideditor/country-coder').then(({ iso1A2Code }) => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    return {
      of: ({ latMicro, lonMicro }) => iso1A2Code([lonMicro / 1e6, latMicro / 1e6]),
      name: (code) => names.of(code) ?? code,
    };
  });
  return loading;
}
