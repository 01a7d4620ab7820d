import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import type { Message } from '../../../server/domain/messages/message.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';
import { CheckPlotDocument } from '../../graphql/generated.ts';

/** Delay after the last change before the server checks borders and other plots. */
const REST_MS = 600;

/** The server's result for a geometry: borders and existing plots. */
export type PlotCheckState =
  | { state: 'none' | 'checking' | 'failed' }
  | { state: 'checked'; country: string | null; centre: GeoPoint | null; faults: readonly { said: Message }[] };

export interface AskedPlot {
  farmId: string;
  /** null: nothing to check */
  geoJson: string | null;
  areaHa: number | null;
  /** the plot whose outline it replaces */
  plotId: string | null;
}

/** Asks the server to check a geometry that the client found valid. */
export function usePlotCheck({ farmId, geoJson, areaHa, plotId }: AskedPlot): PlotCheckState {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(geoJson), REST_MS);
    return () => clearTimeout(timer);
  }, [geoJson]);
  const isRested = geoJson !== null && rested === geoJson;
  const { data, error, loading } = useQuery(CheckPlotDocument, {
    variables: { farmId, input: { geoJson: geoJson ?? '', areaHa, plotId } },
    skip: !isRested,
    fetchPolicy: 'no-cache',
  });
  if (geoJson === null) return { state: 'none' };
  if (!isRested || loading) return { state: 'checking' };
  if (error !== undefined || data === undefined) return { state: 'failed' };
  const { country, latitude, longitude, faults } = data.checkPlot;
  const centre = typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
  return { state: 'checked', country, centre, faults };
}
