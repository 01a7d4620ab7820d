import { createUnionType, Field, Float, Int, ObjectType } from 'type-graphql';
import { NotFound } from '../graphql/failures.ts';
import { DateTime } from '../graphql/scalars.ts';
import { LotType } from '../lots/lotTypes.ts';

@ObjectType()
export class SatelliteData {
  @Field(() => String)
  status!: string;

  @Field(() => String)
  driver!: string;

  @Field(() => String, { nullable: true })
  dataset!: string | null;

  @Field(() => String, { nullable: true })
  datasetVersion!: string | null;

  @Field(() => DateTime, { nullable: true })
  checkedAt!: string | null;

  @Field(() => [Float], { nullable: true, description: '[west, south, east, north], degrees' })
  window!: number[] | null;

  @Field(() => Int, { nullable: true })
  pixels!: number | null;

  @Field(() => Int, { nullable: true })
  lossPixelsAfterCutoff!: number | null;

  @Field(() => [Int], { nullable: true })
  lossYears!: number[] | null;

  @Field(() => Int, { nullable: true })
  treeCover2000!: number | null;

  @Field(() => String, { nullable: true })
  confidence!: string | null;

  @Field(() => String, { nullable: true })
  evidenceHash!: string | null;

  @Field(() => String, { nullable: true })
  message!: string | null;
}

@ObjectType()
export class SatelliteChecked {
  @Field(() => LotType)
  lot!: LotType;

  @Field(() => SatelliteData)
  satelliteData!: SatelliteData;
}

export const CheckSatelliteResult = createUnionType({
  name: 'CheckSatelliteResult',
  types: () => [SatelliteChecked, NotFound] as const,
});
