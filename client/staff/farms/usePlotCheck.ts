import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import type { Message } from '../../../server/domain/messages/message.ts';
import { CheckPlotDocument } from '../../graphql/generated.ts';

/** Borders and plots are looked at when drawing rests, not at each step. */
const REST_MS = 600;

/** What the server says of a geometry: of borders, and of plots that are there. */
export type PlotCheck =
  | { state: 'none' | 'checking' | 'failed' }
  | { state: 'checked'; country: string | null; faults: readonly { said: Message }[] };

export interface AskedPlot {
  farmId: string;
  /** null: there is nothing to ask about */
  geoJson: string | null;
  areaHa: number | null;
  /** that it would be the new outline of */
  plotId: string | null;
}

/** Asks the server about a geometry in which nothing was found wrong here. */
export function usePlotCheck({ farmId, geoJson, areaHa, plotId }: AskedPlot): PlotCheck {
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
  const { country, faults } = data.checkPlot;
  return { state: 'checked', country, faults };
}
