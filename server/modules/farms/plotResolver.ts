import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { PLOT } from '../../domain/messages/plotMessages.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { requireUser, type Caller } from '../../platform/access/caller.ts';
import {
  AddPlotInput,
  AddPlotResult,
  ChangePlotInput,
  ChangePlotResult,
  CheckPlotInput,
  FarmPlots,
  type PlotType,
  PlotCheckResult,
  PlotLots,
  PlotRemoved,
  PlotSaved,
  PlotVersion,
  RemovePlotResult,
} from './plotTypes.ts';
import type { PlotShape } from './plotView.ts';
import type { PlotService } from './plotService.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { newPlotInput, plotPatch, plotToCheck } from '../../domain/plot/plotInput.ts';

interface Services {
  plots: PlotService;
}

/** Plots of farms. */
@Resolver(() => FarmPlots)
export class PlotResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => FarmPlots, {
    description:
      'The plots of a farm in sight. Example: `{ farmPlots(farmId: "FARM001") { plots { name areaHa geoJson } } }`',
  })
  async farmPlots(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Ctx() { caller }: Context,
  ): Promise<FarmPlots> {
    return this.#services.plots.list(caller, farmId);
  }

  @FieldResolver(() => [PlotLots], { description: 'The lots that came from each of them' })
  lotsByPlot(@Root() { plots }: FarmPlots): Promise<PlotLots[]> {
    return this.#services.plots.lots(plots);
  }

  @Query(() => [PlotVersion], {
    description:
      'All that a plot ever was, newest first; also one that was removed. ' +
      'Example: `query ($id: ID!) { plotHistory(id: $id) { version change at areaHa } }`',
  })
  async plotHistory(
    @Arg('id', () => ID, { description: 'UUID of the plot' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<PlotVersion[]> {
    return this.#services.plots.history(caller, id);
  }

  @Query(() => PlotCheckResult, {
    description:
      'What would be said of a geometry if it were added to a farm. ' +
      'Example: `query ($input: CheckPlotInput!) { checkPlot(farmId: "FARM001", input: $input) { areaHa faults { message eu } } }`',
  })
  async checkPlot(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Arg('input', () => CheckPlotInput, { description: 'The geometry' }) { geoJson, ...input }: CheckPlotInput,
    @Ctx() { caller, info }: Context,
  ): Promise<PlotCheckResult> {
    const given = parseArguments(caller, plotToCheck, { ...input, geometry: parsed(caller, geoJson) });
    const { faults, ...check } = await this.#services.plots.check(caller, farmId, given, info);
    return { ...check, faults: faults.map(({ said, eu }) => ({ message: said.text, said, eu })) };
  }

  @Mutation(() => AddPlotResult, {
    description:
      'Adds a plot to a farm. ' +
      'Example: `mutation ($input: AddPlotInput!) { addPlot(farmId: "FARM001", input: $input) { ... on PlotSaved { plot { id } } ' +
      '... on Failure { message } } }`',
  })
  addPlot(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Arg('input', () => AddPlotInput, { description: 'The new plot' }) { geoJson, ...input }: AddPlotInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof AddPlotResult> {
    return orFailure([NotFound], async () => {
      const given = parseArguments(caller, newPlotInput, { ...input, geometry: parsed(caller, geoJson) });
      const plot = await this.#services.plots.add(caller, farmId, given, info);
      return Object.assign(new PlotSaved(), { plot: told(plot) });
    });
  }

  @Mutation(() => ChangePlotResult, {
    description:
      'Gives a plot another name or another outline. ' +
      'Example: `mutation ($id: ID!) { changePlot(id: $id, input: { name: "River field" }) { ... on PlotSaved { plot { version } } ' +
      '... on Failure { message } } }`',
  })
  changePlot(
    @Arg('id', () => ID, { description: 'UUID of the plot' }) id: string,
    @Arg('input', () => ChangePlotInput, { description: 'What changes' }) input: ChangePlotInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ChangePlotResult> {
    const { geoJson, name, version, ...rest } = input;
    return orFailure([NotFound, VersionConflict], async () => {
      const patch = parseArguments(caller, plotPatch, {
        ...rest,
        ...(typeof name === 'string' ? { name } : {}),
        ...(typeof version === 'number' ? { version } : {}),
        ...(typeof geoJson === 'string' ? { geometry: parsed(caller, geoJson) } : {}),
      });
      return Object.assign(new PlotSaved(), { plot: told(await this.#services.plots.change(caller, id, patch, info)) });
    });
  }

  @Mutation(() => RemovePlotResult, {
    description:
      'Takes a plot out of its farm. ' +
      'Example: `mutation ($id: ID!) { removePlot(id: $id) { ... on PlotRemoved { removed } ... on Failure { message } } }`',
  })
  removePlot(
    @Arg('id', () => ID, { description: 'UUID of the plot' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RemovePlotResult> {
    return orFailure([NotFound], async () => {
      await this.#services.plots.remove(caller, id, info);
      return Object.assign(new PlotRemoved(), { removed: true });
    });
  }
}

/** The GraphQL form: the geometry as text. */
function told<Shape extends PlotShape>({
  geometry,
  ...plot
}: Shape): Omit<Shape, 'geometry'> & Pick<PlotType, 'geoJson'> {
  return { ...plot, geoJson: geometry === null ? null : JSON.stringify(geometry) };
}

/** @throws Refused unauthenticated; invalid for invalid JSON */
function parsed(caller: Caller, geoJson: string): unknown {
  requireUser(caller);
  try {
    return JSON.parse(geoJson);
  } catch {
    throw invalid({ field: 'geoJson', said: PLOT.notJson({}) });
  }
}
