import { z } from 'zod';
import { plotRef } from '../../domain/plot/plotInput.ts';
import { commitment, fromHex } from '../../domain/proof/hashing.ts';
import { nativeSha256 } from '../ledger/nativeSha256.ts';
import type { VerificationState } from '../provenance/comparedLots.ts';
import { centreOf } from '../../domain/plot/geometry/centroid.ts';
import { geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import { loadCountries, type Countries } from '../../platform/geo/countries.ts';
import {
  figuresOf,
  lotLine,
  plotLine,
  sumsOf,
  type LotLine,
  type PlotLine,
  type ReportFigures,
} from './reportSnapshot.ts';

/** A plot as a lot names it, with what stands in the table. */
const namedPlot = z.object({
  ref: z.string(),
  geometry: z.string().nullable(),
  /** hex */
  salt: z.string().nullable(),
});

/** A lot as the database prints it for a report (`LOTS` in reportService.ts). */
const readLot = z
  .object({
    lotId: z.string(),
    variety: z.string(),
    harvestDate: z.string(),
    stage: lotLine.shape.stage,
    status: lotLine.shape.status,
    decidedBy: lotLine.shape.decidedBy,
    weightGrams: z.int(),
    qualityTenths: z.int().nullable(),
    satelliteAt: z.coerce.date().nullable(),
    ledger: lotLine.shape.ledger,
    transactionId: z.string().nullable(),
  })
  .extend(plotLine.omit({ land: true }).shape)
  .extend({
    land: z.array(namedPlot).nullable(),
  });

export interface LotsRead {
  figures: Omit<ReportFigures, 'satelliteChecks' | 'gdprCompliant'>;
  /** JSON: what the report keeps of each lot, and who grew it and where, in the same order */
  lots: string;
  plots: string;
}

/** What is read, and how the lots compared with the ledger by UUID. */
export interface ToRead {
  /** JSON array of lots as the database printed it */
  text: string;
  states: ReadonlyMap<string, VerificationState>;
}

/** What a report keeps of lots. */
export async function lotsRead(toRead: ToRead): Promise<LotsRead> {
  const { lots, plots } = await linesOf(toRead);
  return { figures: figuresOf(sumsOf(lots)), lots: JSON.stringify(lots), plots: JSON.stringify(plots) };
}

/** The lines of lots, and who grew them and where, in the same order. */
export async function linesOf({ text, states }: ToRead): Promise<{ lots: LotLine[]; plots: PlotLine[] }> {
  const rows = z.array(readLot).parse(JSON.parse(text));
  const countries = await loadCountries();
  const lots = rows.map(
    ({
      lot,
      lotId,
      variety,
      harvestDate,
      stage,
      status,
      decidedBy,
      weightGrams,
      qualityTenths,
      satelliteAt,
      ledger,
      transactionId,
      latMicro,
      lonMicro,
    }): LotLine => ({
      lotId,
      variety,
      harvestDate,
      country: latMicro === null || lonMicro === null ? null : countries.of({ latMicro, lonMicro }),
      stage,
      status,
      decidedBy,
      weightGrams,
      qualityTenths,
      satelliteAt: satelliteAt?.toISOString() ?? null,
      ledger,
      transactionId,
      verification: shownState(states.get(lot)),
    }),
  );
  const plots = await Promise.all(
    rows.map(async ({ lot, farmerName, farmId, latMicro, lonMicro, land }): Promise<PlotLine> => ({
      lot,
      farmerName,
      farmId,
      latMicro,
      lonMicro,
      land: land && (await Promise.all(land.map((plot) => opened(plot, countries)))),
    })),
  );
  return { lots, plots };
}

/**
 * A plot whose outline opens the mark by which the lot names it; another one is not the land that the lot came from. Its country follows from
 * the outline: what stands in its row beside it the lot's chain says nothing of.
 */
async function opened({ ref, geometry, salt }: z.infer<typeof namedPlot>, countries: Countries) {
  const { mark } = plotRef(ref) ?? {};
  if (geometry === null || geometry === '' || salt?.length !== 64 || mark === undefined) {
    return { geometry: null, country: null };
  }
  const own = await commitment('geometry', geometry, fromHex(salt), nativeSha256);
  return own === mark
    ? { geometry, country: countries.of(centreOf(geometryFrom(geometry))) }
    : { geometry: null, country: null };
}

/** A lot that is gone since, and one that the ledger could not be asked about, were not looked at. */
function shownState(state: VerificationState | undefined): LotLine['verification'] {
  return state === undefined || state === 'unavailable' ? null : state;
}
