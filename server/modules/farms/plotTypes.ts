import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { EuGeometryCode } from '../../domain/plot/geometry/readPlot.ts';
import { NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { PlotOfLot, PlotStanding } from './plotsOfLot.ts';
import type { PlotChange } from './plotView.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

const PlotStandingEnum = enumOf<PlotStanding>(
  'PlotStanding',
  'How the outline that a lot came from stands to its plot',
  {
    current: 'It is its outline still',
    redrawn: 'The plot was drawn anew since',
    removed: 'The plot was taken out of its farm',
    unreadable: 'It was erased, or is not what the lot committed to: nothing is told of it',
  },
);

@ObjectType('Plot', { description: 'A plot of a farm' })
export class PlotType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'Upper-case, e.g. FARM001' })
  farmId!: string;

  @Field(() => Int, { description: 'Counts its changes, from 1' })
  version!: number;

  @Field(() => String, { nullable: true, description: 'What people call it; null once erased' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'GeoJSON geometry as text (RFC 7946): a Point or a Polygon, degrees WGS 84; null once erased',
  })
  geoJson!: string | null;

  @Field(() => Float, { description: 'Hectares: of a polygon measured on the ellipsoid, of a point as it was said' })
  areaHa!: number;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  country!: string | null;

  @Field(() => Float, { nullable: true, description: 'Of its centre, degrees WGS 84; null once erased' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Of its centre, degrees WGS 84; null once erased' })
  longitude!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'Null while it is there' })
  removedAt!: Date | null;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: Date;
}

@ObjectType({ description: 'The lots that came from a plot' })
export class PlotLots {
  @Field(() => ID, { description: 'UUID of the plot' })
  plotId!: string;

  @Field(() => Int, { description: 'On whichever of its outlines' })
  lots!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "The worst status of these lots: 'Deforestation Detected', 'Under Investigation', 'Pending Review' or 'No Deforestation'; " +
      'null without lots',
  })
  deforestationStatus!: DeforestationStatus | null;
}

@ObjectType({ description: "A farm's plots" })
export class FarmPlots {
  @Field(() => String, { description: 'Upper-case, e.g. FARM001' })
  farmId!: string;

  @Field(() => Boolean, { description: 'Whether whoever asks may add and change them' })
  mayManage!: boolean;

  @Field(() => [PlotType], { description: 'By name, at most 500' })
  plots!: PlotType[];
}

@ObjectType({ description: 'What a plot was at one time' })
export class PlotVersion {
  @Field(() => Int, { description: 'From 1' })
  version!: number;

  @Field(() => String, { description: 'added, redrawn, renamed or removed' })
  change!: PlotChange;

  @Field(() => DateTime, { description: 'When it became so' })
  at!: Date;

  @Field(() => String, { description: 'Role of whoever did it; the audit trail tells who' })
  role!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'GeoJSON geometry as text; null once erased' })
  geoJson!: string | null;

  @Field(() => Float, { description: 'Hectares' })
  areaHa!: number;
}

@ObjectType('LotPlot', { description: 'One of the plots that a lot came from, as it was then' })
export class LotPlotType {
  @Field(() => ID, { description: 'UUID of the plot' })
  plotId!: string;

  @Field(() => Int, { description: 'Which of its versions the lot came from' })
  version!: number;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The outline that the lot came from: GeoJSON geometry as text; null once erased',
  })
  geoJson!: string | null;

  @Field(() => Float, { nullable: true, description: 'Hectares' })
  areaHa!: number | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  country!: string | null;

  @Field(() => Float, { nullable: true, description: 'Of its centre, degrees WGS 84' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Of its centre, degrees WGS 84' })
  longitude!: number | null;

  @Field(() => PlotStandingEnum, { description: 'How that outline stands to its plot now' })
  standing!: PlotStanding;
}

/** The GraphQL form: the geometry as text. */
export function lotPlot({ geometry, ...plot }: PlotOfLot): LotPlotType {
  return { ...plot, geoJson: geometry === null ? null : JSON.stringify(geometry) };
}

@ObjectType({ description: 'Why a geometry is not taken' })
export class PlotFaultType {
  @Field(() => String, { description: 'What a person reads' })
  message!: string;

  @Field(() => MessageType, { description: 'The message with its code, and where it is' })
  said!: MessageType;

  @Field(() => String, {
    nullable: true,
    description: "What the EU's system would answer; null where it takes what we do not",
  })
  eu!: EuGeometryCode | null;
}

@ObjectType({ description: 'What a geometry comes to before it is a plot' })
export class PlotCheckResult {
  @Field(() => Float, { nullable: true, description: 'Hectares; null when the geometry cannot be read' })
  areaHa!: number | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  country!: string | null;

  @Field(() => Float, { nullable: true, description: 'Of its centre, degrees WGS 84' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Of its centre, degrees WGS 84' })
  longitude!: number | null;

  @Field(() => [PlotFaultType], { description: 'Empty when it would be taken' })
  faults!: PlotFaultType[];

  @Field(() => [MessageType], { description: 'What may be better; it keeps nothing from being taken' })
  hints!: MessageType[];
}

@InputType({ description: 'A new plot' })
export class AddPlotInput {
  @Field(() => String, { description: 'What people call it; each plot of a farm has another name' })
  name!: string;

  @Field(() => String, {
    description: 'GeoJSON geometry as text: a Point or a Polygon, degrees WGS 84, longitude first',
  })
  geoJson!: string;

  @Field(() => Float, { nullable: true, description: 'Hectares: of a point 0.0001 to 4; of a polygon as declared' })
  areaHa?: number | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, as declared' })
  country?: string | null;
}

@InputType({ description: 'A geometry that is to be looked at' })
export class CheckPlotInput {
  @Field(() => String, { description: 'GeoJSON geometry as text' })
  geoJson!: string;

  @Field(() => Float, { nullable: true, description: 'Hectares, as declared' })
  areaHa?: number | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, as declared' })
  country?: string | null;

  @Field(() => ID, { nullable: true, description: 'The plot that it would be the new outline of' })
  plotId?: string | null;
}

@InputType({ description: 'What changes of a plot' })
export class ChangePlotInput {
  @Field(() => String, { nullable: true, description: 'Another name' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Another outline: GeoJSON geometry as text' })
  geoJson?: string | null;

  @Field(() => Float, { nullable: true, description: 'Hectares, as declared' })
  areaHa?: number | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, as declared' })
  country?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read' })
  version?: number | null;
}

@ObjectType({ description: 'The plot is stored' })
export class PlotSaved {
  @Field(() => PlotType, { description: 'As it is now' })
  plot!: PlotType;
}

@ObjectType({ description: 'The plot is out of its farm; lots that came from it keep its outline' })
export class PlotRemoved {
  @Field(() => Boolean, { description: 'Always true' })
  removed!: boolean;
}

export const AddPlotResult = createUnionType({
  name: 'AddPlotResult',
  description: 'What adding a plot may answer',
  types: () => [PlotSaved, NotFound] as const,
});
export const ChangePlotResult = createUnionType({
  name: 'ChangePlotResult',
  description: 'What changing a plot may answer',
  types: () => [PlotSaved, NotFound, VersionConflict] as const,
});
export const RemovePlotResult = createUnionType({
  name: 'RemovePlotResult',
  description: 'What removing a plot may answer',
  types: () => [PlotRemoved, NotFound] as const,
});
