import { loadCountries } from '../../platform/geo/countries.ts';
import { pixelSize } from '../../domain/forest/evidencePicture.ts';
import type {
  JourneyStepView,
  ProvenanceView,
  PublicLotView,
  SatelliteCheckView,
} from '../../domain/public/publicAnswers.ts';
import { microFromDegrees } from '../../domain/text/units.ts';
import { readingIn } from '../../domain/verification/evidence.ts';
import type { LotDossier } from './lotDossier.ts';

/** The stages that a lot reached. @param chain as shoppers see it, oldest first */
export function reachedStages(chain: readonly ProvenanceView[]): JourneyStepView[] {
  return chain.flatMap(({ stage, timestamp, location, details, blockNumber }) =>
    stage === null ? [] : [{ stage, timestamp, location, details, blockNumber }],
  );
}

/** The country of a lot's rounded location, so that it reveals no more than the location does. */
export async function countryOfLot({
  latitude,
  longitude,
}: Pick<PublicLotView, 'latitude' | 'longitude'>): Promise<string | null> {
  if (latitude === null || longitude === null) return null;
  const countries = await loadCountries();
  return countries.of({ latMicro: microFromDegrees(latitude), lonMicro: microFromDegrees(longitude) });
}

/** Data of the last conclusive check, from its evidence, which the verification compares with the ledger. */
export function satelliteCheckOf({ row, checks }: Pick<LotDossier, 'row' | 'checks'>): SatelliteCheckView | null {
  const conclusive = checks.find(({ endedAt }) => endedAt.getTime() === row.satelliteAt?.getTime());
  const reading = conclusive === undefined ? null : readingIn(conclusive.evidence);
  if (conclusive === undefined || reading === null) return null;
  const { meters, hectares } = pixelSize(reading.window, reading);
  return {
    dataset: reading.dataset,
    datasetVersion: reading.datasetVersion,
    sample: conclusive.sample,
    hectares: tenths(hectares * reading.width * reading.height),
    pixelMeters: Math.round(meters),
  };
}

const tenths = (figure: number): number => Math.round(figure * 10) / 10;
