import { createUnionType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { PartyKind } from '../../domain/party/partyInput.ts';
import { enumOf } from '../../platform/graphql/enums.ts';
import { NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';

export const PartyKindEnum = enumOf<PartyKind>('PartyKind', 'What a party is to the cooperative', {
  buyer: 'It buys consignments',
  representative: 'It represents a buyer',
});

@ObjectType('Party', { description: 'A buyer or representative; its texts are empty once it is erased' })
export class PartyType {
  @Field(() => ID, { description: 'UUID; stays when the party is erased' })
  id!: string;

  @Field(() => PartyKindEnum, { description: 'buyer or representative' })
  kind!: PartyKind;

  @Field(() => String, { description: 'Its name in full' })
  name!: string;

  @Field(() => String, { description: 'Street, postcode and town; empty: not known' })
  address!: string;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2' })
  country!: string;

  @Field(() => String, { description: 'EORI number; empty: none' })
  eori!: string;

  @Field(() => String, { description: 'Where it is written to; empty: not known' })
  email!: string;

  @Field(() => Int, { description: 'Counts its changes, from 1' })
  version!: number;

  @Field(() => DateTime, { description: 'When it was added' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Null while it is there' })
  erasedAt!: Date | null;
}

@ObjectType({ description: 'One page of parties' })
export class PartyPage {
  @Field(() => [PartyType], { description: 'By name; without erased ones' })
  parties!: PartyType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'The party as it is now' })
export class PartySaved {
  @Field(() => PartyType, { description: 'With its new version' })
  party!: PartyType;
}

@ObjectType({ description: 'The values of the party are erased for good' })
export class PartyErased {
  @Field(() => Boolean, { description: 'Always true' })
  erased!: boolean;
}

@InputType({ description: 'A new party' })
export class CreatePartyInput {
  @Field(() => PartyKindEnum, { description: 'buyer or representative' })
  kind!: PartyKind;

  @Field(() => String, { description: 'Its name in full; at most 120 characters' })
  name!: string;

  @Field(() => String, { defaultValue: '', description: 'Street, postcode and town; at most 300 characters' })
  address!: string;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2, e.g. DE' })
  country!: string;

  @Field(() => String, { defaultValue: '', description: 'EORI number, e.g. DE1234567; empty for none' })
  eori!: string;

  @Field(() => String, { defaultValue: '', description: 'Where it is written to; empty for none' })
  email!: string;
}

@InputType({ description: 'What changes of a party; values that are left out stay' })
export class UpdatePartyInput {
  @Field(() => PartyKindEnum, { nullable: true, description: 'buyer or representative' })
  kind?: PartyKind | null;

  @Field(() => String, { nullable: true, description: 'Its name in full; at most 120 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Street, postcode and town; at most 300 characters' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, e.g. DE' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'EORI number; empty for none' })
  eori?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it is written to; empty for none' })
  email?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; another one now is a VersionConflict' })
  version?: number | null;
}

export const UpdatePartyResult = createUnionType({
  name: 'UpdatePartyResult',
  description: 'What changing a party may answer',
  types: () => [PartySaved, NotFound, VersionConflict] as const,
});
export const DeletePartyResult = createUnionType({
  name: 'DeletePartyResult',
  description: 'What erasing a party may answer',
  types: () => [PartyErased, NotFound] as const,
});
