import { filedPlots, plotsCollection } from '../plots.ts';
import { linesOf, type ToRead } from '../lotsRead.ts';

/** The plots file of a consignment's origins, and the origins that it leaves out. */
export interface ConsignmentPlots {
  geoJson: Uint8Array;
  plots: number;
  producers: number;
  leftOut: { lotId: string; reasons: string[] }[];
}

/** The plots of origin lots as GeoJSON for the due diligence statement, each plot of a producer once. */
export async function consignmentPlots({
  sampleData,
  ...toRead
}: ToRead & { sampleData: boolean }): Promise<ConsignmentPlots> {
  const { lots, plots: lines } = await linesOf(toRead);
  const { plots, leftOut } = filedPlots(lots, lines);
  return {
    geoJson: Buffer.from(plotsCollection(plots, sampleData)),
    plots: plots.length,
    producers: new Set(plots.map(({ producerName, productionPlace }) => `${productionPlace}\n${producerName}`)).size,
    leftOut,
  };
}
