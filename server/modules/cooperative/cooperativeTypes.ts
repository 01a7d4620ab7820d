import { createUnionType, Field, InputType, Int, ObjectType } from 'type-graphql';
import { VersionConflict } from '../../platform/graphql/failures.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';

@ObjectType({ description: 'Who runs this installation, as papers name it' })
export class Cooperative {
  @Field(() => String, { description: 'Empty before it was set' })
  name!: string;

  @Field(() => String, { description: 'Street, postcode and town; empty when not set' })
  address!: string;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2; empty before it was set' })
  country!: string;

  @Field(() => String, { description: 'EORI number; empty when there is none' })
  eori!: string;

  @Field(() => String, { description: 'Where it is written to; empty when not set' })
  email!: string;

  @Field(() => String, { description: 'Form of new lot ids, e.g. LOT-{YEAR}-{NNNN}; empty: LOT and five digits' })
  lotNumbers!: string;

  @Field(() => String, { nullable: true, description: 'Data address of a PNG or JPEG picture' })
  logo!: string | null;

  @Field(() => Int, { description: 'Counts the changes; 0 before the first' })
  version!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it was last changed' })
  updatedAt!: Date | null;
}

@InputType({ description: 'The settings of the cooperative' })
export class CooperativeSettings {
  @Field(() => String, { description: 'In full, as on its papers' })
  name!: string;

  @Field(() => String, { description: 'Street, postcode and town', defaultValue: '' })
  address!: string;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2, e.g. PG' })
  country!: string;

  @Field(() => String, { description: 'EORI number', defaultValue: '' })
  eori!: string;

  @Field(() => String, { description: 'Where it is written to', defaultValue: '' })
  email!: string;

  @Field(() => String, {
    description: 'Form of new lot ids, e.g. LOT-{YEAR}-{NNNN}; empty: LOT and five digits',
    defaultValue: '',
  })
  lotNumbers!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A PNG or JPEG picture in base64, at most 200 kB; null takes it away, left out it stays',
  })
  logo?: string | null;

  @Field(() => Int, { description: 'The version that was read, 0 before the first' })
  version!: number;
}

export const UpdateCooperativeResult = createUnionType({
  name: 'UpdateCooperativeResult',
  description: 'What changing the settings of the cooperative may answer',
  types: () => [Cooperative, VersionConflict] as const,
});
