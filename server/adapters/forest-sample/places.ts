/** Replaces the release, such as `GFC-2025-v1.13`, in the file names. */
export const SAMPLE_DATASET_VERSION = 'sample-1';

/** What a check of a sample place must conclude. */
export type SampleVerdict = 'clear' | 'loss' | 'at sea' | 'no data' | 'outside';

/** A rectangle of pixels, centred on its place, that differs from the land around it. */
export interface SamplePatch {
  layer: 'lossyear' | 'datamask';
  /** years since 2000 in `lossyear`; 0 in `datamask` for no data */
  value: number;
  columns: number;
  rows: number;
}

export interface SamplePlace {
  name: string;
  country: string;
  /** degrees, six decimals */
  latitude: number;
  longitude: number;
  verdict: SampleVerdict;
  patches: SamplePatch[];
}

const PNG = 'Papua New Guinea';

function place(
  country: string,
  name: string,
  latitude: number,
  longitude: number,
  verdict: SampleVerdict = 'clear',
  ...patches: SamplePatch[]
): SamplePlace {
  return { name, country, latitude, longitude, verdict, patches };
}

function loss(year: number, columns: number, rows: number): SamplePatch {
  return { layer: 'lossyear', value: year - 2000, columns, rows };
}

/** Loss after the cut-off on a made-up farm in East Sepik: the place of the demonstration's lot with an alert. */
export const LOSS_PLACE_PNG = place(PNG, 'Maprik, East Sepik', -3.631274, 143.058617, 'loss', loss(2022, 5, 4));

/** Made-up places for demonstrations and tests; `make.ts` paints their patches into the sample tiles. */
export const SAMPLE_PLACES: readonly SamplePlace[] = [
  place(PNG, 'Gum, Madang', -5.258413, 145.743926),
  place(PNG, 'Bogia, Madang', -4.385207, 144.921634),
  place(PNG, 'Karkar Island, Madang', -4.652718, 145.968342),
  place(PNG, 'Turubu, East Sepik', -3.712846, 143.512307),
  place(PNG, 'Vanimo, West Sepik', -2.842517, 141.402836),
  place(PNG, 'Markham, Morobe', -6.583274, 146.742158),
  place(PNG, 'Popondetta, Oro', -8.768215, 148.234916),
  place(PNG, 'Rabaraba, Milne Bay', -9.872346, 150.000214),
  place(PNG, 'Kokopo, East New Britain', -4.428163, 152.218475),
  place(PNG, 'Arawa, Bougainville', -6.201846, 155.301527),
  place('Ghana', 'Kumasi, Ashanti', 6.690213, -1.624718),
  place('Ghana', 'Goaso, Ahafo', 6.803412, -2.517263),
  place('Ghana', 'Sefwi Wiawso, Western North', 6.215374, -2.484127),
  place('Ghana', 'Enchi, Western North', 5.823147, -2.820416),
  place('Ghana', 'Tarkwa, Western', 5.384612, -1.982745),
  place('Ghana', 'Assin Fosu, Central', 5.701846, -1.274139),
  place('Ghana', 'Koforidua, Eastern', 6.091523, -0.259734),
  place('Ecuador', 'Guayas', -2.001374, -79.602581),
  place('Ecuador', 'Milagro, Guayas', -2.134726, -79.586413),
  place('Ecuador', 'Quevedo, Los Ríos', -1.021846, -79.463172),
  place('Ecuador', 'Portoviejo, Manabí', -1.051473, -80.452816),
  place('Ecuador', 'Chone, Manabí', -0.698214, -80.093465),
  place('Ecuador', 'Quinindé, Esmeraldas', 0.331267, -79.476218),
  place('Ecuador', 'Puerto Quito, Pichincha', 0.000315, -79.268427),
  place('Ecuador', 'Archidona, Napo', -0.909284, -77.806531),
  place('Peru', 'Lamas, San Martín', -6.502173, -76.401826),
  place('Peru', 'Juanjuí, San Martín', -7.181264, -76.728415),
  place('Peru', 'Tocache, San Martín', -8.184672, -76.512938),
  place('Peru', 'Bagua, Amazonas', -5.638217, -78.531746),
  place('Peru', 'Chulucanas, Piura', -5.097364, -80.162473),
  place('Peru', 'Satipo, Junín', -11.252418, -74.638127),
  place('Peru', 'Quillabamba, Cusco', -12.863174, -72.693518),

  LOSS_PLACE_PNG,
  place('Ghana', 'Juaboso, Western North', 6.334517, -2.828146, 'loss', loss(2023, 3, 3)),
  place('Ecuador', 'Muisne, Esmeraldas', 0.471254, -79.913628, 'loss', loss(2021, 1, 1)),
  place('Peru', 'Aguaytía, Ucayali', -9.036417, -75.508263, 'loss', loss(2023, 6, 5), loss(2024, 2, 2)),

  // Loss up to the cut-off of 31 December 2020 does not count against a lot.
  place(PNG, 'Angoram, East Sepik', -4.062391, 144.071856, 'clear', loss(2015, 6, 4)),
  place('Ghana', 'Bibiani, Western North', 6.461735, -2.321648, 'clear', loss(2020, 4, 4)),
  place('Peru', 'Uchiza, San Martín', -8.459213, -76.461372, 'clear', loss(2012, 8, 3)),

  place(PNG, 'Bismarck Sea', -4.000137, 147.000262, 'at sea'),
  place('Ghana', 'Gulf of Guinea', 4.000251, -2.000148, 'at sea'),
  place('Peru', 'Moyobamba, San Martín', -6.034528, -76.974163, 'no data', {
    layer: 'datamask',
    value: 0,
    columns: 2,
    rows: 3,
  }),
  place('Dominican Republic', 'San Francisco de Macorís', 19.301462, -70.252817, 'outside'),
];
