import { z } from 'zod';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { newPlotInput, plotPatch, plotToCheck } from '../../domain/plot/plotInput.ts';
import { CALL, FILE } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { count, messageSchema } from '../../platform/rest/answerSchemas.ts';
import { jsonWith } from '../../platform/rest/jsonWith.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import type { PlotFault } from '../../domain/plot/geometry/readPlot.ts';
import { geoJsonSchema } from './plotAnswerSchemas.ts';
import { PLOT_CHANGES, type PlotView } from './plotView.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { PlotLotsView, PlotService } from './plotService.ts';
import type { PlotImport } from './plotImport.ts';

const shape = {
  version: z.int().min(1),
  name: z.string().nullable().describe('Null once erased'),
  geometry: geoJsonSchema.nullable().describe('Degrees WGS 84, longitude first; null once erased'),
  areaHa: z.number().describe('Hectares: of a polygon measured on the ellipsoid, of a point as it was said'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  latitude: z.number().nullable().describe('Of its centre'),
  longitude: z.number().nullable().describe('Of its centre'),
};
const plot = z.strictObject({
  id: z.uuid(),
  farmId: z.string(),
  ...shape,
  removedAt: z.iso.datetime().nullable().describe('Null while it is there'),
  updatedAt: z.iso.datetime(),
});
const lotsOfPlot = z.strictObject({
  plotId: z.uuid(),
  lots: count.describe('On whichever of its outlines'),
  deforestationStatus: z
    .enum(DEFORESTATION_STATUSES)
    .nullable()
    .describe('The worst status of these lots; null without lots'),
}) satisfies z.ZodType<PlotLotsView>;
const plotVersion = z.strictObject({ ...shape, change: z.enum(PLOT_CHANGES), at: z.iso.datetime(), role: z.string() });
const fault = z.strictObject({
  message: z.string(),
  said: messageSchema,
  eu: z.string().nullable().describe("What the EU's system would answer; null where it takes what we do not"),
});
const farm = z.object({ farmId: idText('farmId').describe('E.g. FARM001') });
const one = z.object({ id: idText().describe('UUID of the plot') });

function withTexts<Given extends Pick<PlotView, 'removedAt' | 'updatedAt'>>({ removedAt, updatedAt, ...rest }: Given) {
  return { ...rest, removedAt: removedAt?.toISOString() ?? null, updatedAt: updatedAt.toISOString() };
}

export function plotData(view: PlotView): z.infer<typeof plot> {
  return withTexts(view);
}

const faultData = ({ said, eu }: PlotFault) => ({ message: said.text, said, eu });

interface Services {
  plotImport: PlotImport;
  plots: PlotService;
}

const farmPlotRoutes = ({ plots }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/farms/:farmId/plots',
    summary: "A farm's plots by name, at most 500",
    access: 'staff',
    params: farm,
    answer: z.strictObject({
      farmId: z.string(),
      mayManage: z.boolean(),
      plots: z.array(plot),
      lotsByPlot: z.array(lotsOfPlot),
    }),
    handle: async ({ params, caller }) => {
      const { plots: listed, ...rest } = await plots.list(caller, params.farmId);
      const json = listed.map(({ geoJson, ...view }) => jsonWith(withTexts(view), 'geometry', geoJson ?? 'null'));
      const lotsByPlot = await plots.lots(listed);
      return { json: jsonWith({ ...rest, lotsByPlot }, 'plots', `[${json.join(',')}]`) };
    },
  }),
  route({
    method: 'POST',
    path: '/farms/:farmId/plots',
    summary: 'Add a plot to a farm',
    description:
      "Takes manage_plots. The geometry is judged by the EU's rules, by the country that it lies in and by other plots; each " +
      'fault is a detail of the field geometry.',
    access: 'staff',
    status: 201,
    params: farm,
    body: newPlotInput,
    answer: z.strictObject({ plot }),
    handle: async ({ params, body, caller, info }) => ({
      data: { plot: plotData(await plots.add(caller, params.farmId, body, info)) },
    }),
  }),
];

const checkRoutes = ({ plots }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/farms/:farmId/plots/check',
    summary: 'What would be said of a geometry; writes nothing',
    access: 'staff',
    params: farm,
    body: plotToCheck,
    answer: z.strictObject({
      areaHa: z.number().nullable(),
      country: z.string().nullable(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      faults: z.array(fault),
      hints: z
        .array(z.strictObject({ message: z.string(), said: messageSchema }))
        .describe('What may be better; it keeps nothing from being taken'),
    }),
    handle: async ({ params, body, caller, info }) => {
      const { faults, hints, ...check } = await plots.check(caller, params.farmId, body, info);
      return {
        data: { ...check, faults: faults.map(faultData), hints: hints.map((said) => ({ message: said.text, said })) },
      };
    },
  }),
];

const importRoutes = ({ plotImport }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/farms/:farmId/plots/import',
    summary: 'Adds the plots of a file to a farm: all of them, or none',
    description:
      "GeoJSON by the Commission's file description (properties ProducerCountry, ProductionPlace and Area; `name` may stand beside " +
      'them), at most 500 plots and 25 MB: a FeatureCollection, a Feature or a geometry, in WGS 84. A feature with several points or ' +
      'polygons comes to as many plots. When a feature has an error nothing is added and the answer names ' +
      'the features; after 100 errors it is judged no further. `dryRun=true` judges and adds nothing.',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    params: farm,
    query: z.strictObject({
      dryRun: z
        .enum(['true', 'false'], { error: encodeMessage(CALL.flag({ field: 'dryRun' })) })
        .default('false')
        .transform((text) => text === 'true'),
    }),
    answer: z.strictObject({
      created: count.describe('Plots that were added: all features, or 0'),
      total: count,
      invalid: count.describe('Features with errors'),
      complete: z.boolean().describe('False when judging ended before the last feature; there may be more errors'),
      rows: z
        .array(
          z.strictObject({
            row: z.int().min(1).describe('Number of the feature'),
            name: z.string().nullable(),
            errors: z.array(z.strictObject({ field: z.string(), message: z.string(), said: messageSchema })),
            hints: z
              .array(z.strictObject({ field: z.string(), message: z.string(), said: messageSchema }))
              .describe('What may be better; it keeps nothing from being added'),
          }),
        )
        .describe('Those with errors first'),
    }),
    handle: async ({ params, query, upload, caller, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      return { data: await plotImport.run(caller, params.farmId, upload, query.dryRun, info) };
    },
  }),
];

const onePlotRoutes = ({ plots }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/plots/:id',
    summary: 'A plot with all that it ever was, newest first; also one that was removed',
    access: 'staff',
    params: one,
    answer: z.strictObject({ plot, history: z.array(plotVersion) }),
    handle: async ({ params, caller }) => {
      const history = await plots.history(caller, params.id);
      const json = history.map(({ geoJson, at, ...version }) =>
        jsonWith({ ...version, at: at.toISOString() }, 'geometry', geoJson ?? 'null'),
      );
      const found = plotData(await plots.find(caller, params.id));
      return { json: jsonWith({ plot: found }, 'history', `[${json.join(',')}]`) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/plots/:id',
    summary: 'Give a plot another name or another outline',
    description:
      'Takes manage_plots. Lots keep the outline that they came from. While a lot of it has an open alert, or was shipped, an ' +
      'admin alone may draw it anew.',
    access: 'staff',
    params: one,
    body: plotPatch,
    answer: z.strictObject({ plot }),
    handle: async ({ params, body, caller, info }) => ({
      data: { plot: plotData(await plots.change(caller, params.id, body, info)) },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/plots/:id',
    summary: 'Take a plot out of its farm; lots that came from it keep its outline',
    access: 'staff',
    params: one,
    answer: z.strictObject({ removed: z.literal(true) }),
    handle: async ({ params, caller, info }) => {
      await plots.remove(caller, params.id, info);
      return { data: { removed: true } };
    },
  }),
];

/** REST calls of plots (docs/spec/plots-and-satellite-checks.md, 'Plots'). */
export const plotRoutes = (services: Services): readonly Route[] => [
  ...farmPlotRoutes(services),
  ...checkRoutes(services),
  ...importRoutes(services),
  ...onePlotRoutes(services),
];
