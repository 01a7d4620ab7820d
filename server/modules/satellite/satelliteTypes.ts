import { createUnionType, Field, Float, Int, ObjectType } from 'type-graphql';
import { NotFound } from '../../platform/graphql/failures.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { LotType } from '../lots/lotFieldTypes.ts';

@ObjectType({ description: 'What the newest satellite check of a lot read; nulls when there was none yet' })
export class SatelliteData {
  @Field(() => String, {
    description:
      "The lot's deforestation status: 'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under " +
      "Investigation'",
  })
  status!: string;

  @Field(() => String, {
    description: "Where it was read: 'hansen', 'gfw', 'hansen+gfw' or 'sample' (made up for demonstration)",
  })
  driver!: string;

  @Field(() => String, { nullable: true, description: 'Name of the dataset' })
  dataset!: string | null;

  @Field(() => String, { nullable: true, description: 'Its version' })
  datasetVersion!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the check ended' })
  checkedAt!: string | null;

  @Field(() => [Float], { nullable: true, description: '[west, south, east, north], degrees' })
  window!: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Pixels of the window' })
  pixels!: number | null;

  @Field(() => Int, { nullable: true, description: 'Of these, pixels with tree cover loss after 31 December 2020' })
  lossPixelsAfterCutoff!: number | null;

  @Field(() => [Int], { nullable: true, description: 'Years of that loss' })
  lossYears!: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Mean canopy cover in 2000, whole percent' })
  treeCover2000!: number | null;

  @Field(() => String, { nullable: true, description: "'high', 'medium' or 'low'" })
  confidence!: string | null;

  @Field(() => String, { nullable: true, description: 'SHA-256 of everything that was read, hex' })
  evidenceHash!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the check could not conclude, or that sample data was used',
  })
  message!: string | null;

  @Field(() => [MessageType], { description: `${SENTENCES} the message` })
  said!: MessageType[];

  @Field(() => [MessageType], {
    description: 'Of a check that waits while the source is away: since when, and why; else empty',
  })
  sourceSaid!: MessageType[];
}

@ObjectType({
  description:
    'A check was asked for; what it read is told when it ended in time, else the present state with the message ' +
    "'Check queued'",
})
export class SatelliteChecked {
  @Field(() => LotType, { description: 'The lot as it is now' })
  lot!: LotType;

  @Field(() => SatelliteData, { description: 'What the newest check read' })
  satelliteData!: SatelliteData;
}

export const CheckSatelliteResult = createUnionType({
  name: 'CheckSatelliteResult',
  description: 'What asking for a satellite check may answer',
  types: () => [SatelliteChecked, NotFound] as const,
});
