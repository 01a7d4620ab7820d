import { z } from 'zod';
import { plotRef } from '../../domain/plot/plotInput.ts';
import { commitment, fromHex } from '../../domain/proof/hashing.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
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
import type { VerificationState } from '../../domain/verification/verification.ts';

/** A plot as a lot references it, with the columns of the table. */
const namedPlot = z.object({
  ref: z.string(),
  geometry: z.string().nullable(),
  /** hex */
  salt: z.string().nullable(),
});

/** A lot as PostgreSQL prints it for a report (`LOTS` in reportService.ts). */
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
  /** JSON: the stored line of each lot, and producer and location in the same order */
  lots: string;
  plots: string;
}

/** The text of the lots, and their verification states by UUID. */
export interface ToRead {
  /** JSON array of lots as PostgreSQL printed it */
  text: string;
  states: ReadonlyMap<string, VerificationState>;
}

/** The stored content of a report about its lots. */
export async function lotsRead(toRead: ToRead): Promise<LotsRead> {
  const { lots, plots } = await linesOf(toRead);
  return { figures: figuresOf(sumsOf(lots)), lots: JSON.stringify(lots), plots: JSON.stringify(plots) };
}

/** The lines of lots, and their producers and locations in the same order. */
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
 * Returns a plot only if its outline opens the commitment by which the lot references it; any other outline is not the
 * land of the lot. Its country is derived from the outline, because the lot's chain does not cover the other columns of
 * the plot's row.
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

/** A lot that was deleted meanwhile, or that could not be compared with the ledger, counts as not checked. */
function shownState(state: VerificationState | undefined): LotLine['verification'] {
  return state === undefined || state === 'unavailable' ? null : state;
}
