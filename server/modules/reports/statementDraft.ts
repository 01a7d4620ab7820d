import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { COCOA_BEANS, STATEMENT_SENTENCE } from '../../domain/forest/eudr.ts';
import { writtenGeometry } from '../../domain/statement/geoJson.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import { filedPlots, type ReportedPlot } from './plots.ts';
import type { PlotLine, Snapshot } from './reportSnapshot.ts';

/**
 * A draft of a due diligence statement over the period's lots, with the fields of Regulation (EU) 2023/1115, Annex II,
 * and the harvest dates of Article 9(1)(d). The program does not file it: the operator completes, signs and submits it.
 * It contains only compliant lots whose plots may be filed; the others are named with their reasons. The plots file of
 * the same report holds exactly its plots.
 * @param lines the snapshot's plots, not erased
 * @param issuer the cooperative, as the operator to begin with
 */
export function statementDraft(
  { id, createdAt, period, lots, sampleData }: Snapshot,
  lines: readonly PlotLine[],
  issuer: Issuer | null,
): string {
  const { plots, leftOut } = filedPlots(lots, lines);
  const filed = plots.flatMap((plot) => plot.lots);
  const days = filed.map(({ harvestDate }) => harvestDate).sort();
  const draft = {
    draft: true,
    submitted: false,
    notice:
      'Draft of a due diligence statement under Regulation (EU) 2023/1115. It was not submitted. The operator is ' +
      'responsible for its content, completes it, and submits it to the information system of the European Union.',
    ...(sampleData
      ? { sampleData: 'The satellite results behind this draft are sample data, made up for demonstration.' }
      : {}),
    // The field takes 35 characters.
    internalReference: id.replaceAll('-', ''),
    preparedAt: createdAt.toISOString(),
    operator: operatorOf(issuer),
    commodities: [
      {
        ...COCOA_BEANS,
        netMassKg: kgOf(plots),
        harvestedFrom: days[0] ?? null,
        harvestedTo: days.at(-1) ?? null,
        countries: [...new Set(plots.map(({ country }) => country))].sort().map((country) => ({
          country,
          netMassKg: kgOf(plots.filter((plot) => plot.country === country)),
          plots: plots.filter((plot) => plot.country === country).map(plotView),
        })),
      },
    ],
    leftOut,
    statement: STATEMENT_SENTENCE,
    signature: { signedForAndOnBehalfOf: null, date: null, nameAndFunction: null, signature: null },
    period: { harvestedFrom: period.from, harvestedTo: period.to },
  };
  return `${JSON.stringify(draft, null, 2)}\n`;
}

/** The cooperative, where its settings name it; whoever signs may be another operator and changes it. */
function operatorOf(issuer: Issuer | null): Record<'name' | 'address' | 'email' | 'eoriNumber', string | null> {
  if (issuer === null) return { name: null, address: null, email: null, eoriNumber: null };
  const { name, address, country, email, eori } = issuer;
  const place = address === '' ? country : `${address}, ${country}`;
  return { name, address: place, email: email || null, eoriNumber: eori || null };
}

function kgOf(plots: readonly ReportedPlot[]): number {
  // The weight of a lot from several plots counts once.
  const lots = new Map(plots.flatMap((plot) => plot.lots.map((lot) => [lot.lotId, lot])));
  return kgFromGrams([...lots.values()].reduce((grams, lot) => grams + lot.weightGrams, 0));
}

function plotView(plot: ReportedPlot): Record<string, unknown> {
  return {
    producerName: plot.producerName,
    productionPlace: plot.productionPlace,
    areaHa: plot.areaHa,
    // Texts, to keep a trailing zero as the sixth decimal.
    geolocation: geolocationOf(plot),
    lots: plot.lots.map(({ lotId, harvestDate, weightGrams }) => ({
      lotId,
      harvestDate,
      netMassKg: kgFromGrams(weightGrams),
    })),
  };
}

function geolocationOf({ geometry }: ReportedPlot): Record<string, unknown> {
  const { type, coordinates } = writtenGeometry(geometry);
  if (type === 'Polygon') return { type, coordinates, datum: 'WGS84' };
  const [longitude, latitude] = coordinates;
  return { type, longitude, latitude, datum: 'WGS84' };
}
