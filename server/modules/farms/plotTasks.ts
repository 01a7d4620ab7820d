import { geoJsonOf, geometryFrom } from '../../domain/plot/geometry/geoJson.ts';
import { overlapOf, type Overlap } from '../../domain/plot/geometry/overlap.ts';
import { readPlot, type ReadPlot } from '../../domain/plot/geometry/readPlot.ts';

/** What is computed of outlines in a thread: a single one of 2,000 corners may take 100 ms and more. */
export const plotTasks = {
  /** As `readPlot`. */
  read: ({ geometry, areaHa }: { geometry: unknown; areaHa: number | undefined }): ReadPlot =>
    readPlot(geometry, areaHa),

  /** As `overlapOf`, of one stored geometry with each of others; texts of `geometryText`. */
  overlaps: ({ one, others }: { one: string; others: readonly string[] }): (Overlap | null)[] => {
    const geometry = geometryFrom(one);
    return others.map((text) => overlapOf(geometry, geometryFrom(text)));
  },

  /** The GeoJSON texts of stored geometries; null for the empty text of an erased one. */
  geoJson: (texts: readonly string[]): (string | null)[] =>
    texts.map((text) => (text === '' ? null : JSON.stringify(geoJsonOf(geometryFrom(text))))),
};
export type PlotTasks = typeof plotTasks;
