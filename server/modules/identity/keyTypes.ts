import { createUnionType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Role } from '../../domain/access/permissions.ts';
import { RoleEnum } from '../../platform/graphql/enums.ts';
import { NotFound } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';

@ObjectType({ description: 'An API key with which a partner signs in; never the key itself' })
export class PartnerKey {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'Whose key it is; history and ledger name it so' })
  name!: string;

  @Field(() => String, { description: 'The first characters of the key, by which keys are told apart' })
  prefix!: string;

  @Field(() => RoleEnum, { description: 'farmer, processor or auditor' })
  role!: Role;

  @Field(() => String, { description: 'Upper-case; empty when the key belongs to no farm' })
  farmId!: string;

  @Field(() => ID, { description: 'The account that made it' })
  createdBy!: string;

  @Field(() => DateTime, { description: 'When it was made' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'A minute exact; null when never used' })
  lastUsedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when it is refused; null while it is good' })
  revokedAt!: Date | null;
}

@ObjectType({ description: 'One page of partner keys' })
export class PartnerKeyPage {
  @Field(() => [PartnerKey], { description: 'Newest first, revoked ones too' })
  keys!: PartnerKey[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'A key that was just made' })
export class CreatedPartnerKey {
  @Field(() => String, { description: 'The key in clear: keep it, it is not shown again' })
  key!: string;

  @Field(() => PartnerKey, { description: 'What the list shows of it' })
  partnerKey!: PartnerKey;
}

@ObjectType({ description: 'The key is refused from now on and its sockets are closed' })
export class RevokedPartnerKey {
  @Field(() => Boolean, { description: 'Always true' })
  revoked!: boolean;
}

@InputType({ description: 'A new partner key' })
export class CreatePartnerKeyInput {
  @Field(() => String, { description: 'Whose key it is; at most 80 characters' })
  name!: string;

  @Field(() => RoleEnum, { description: 'farmer (with a farm), processor or auditor' })
  role!: Role;

  @Field(() => String, { defaultValue: '', description: "A farmer's farm; empty for none" })
  farmId!: string;
}

export const RevokePartnerKeyResult = createUnionType({
  name: 'RevokePartnerKeyResult',
  description: 'What revoking a key may answer',
  types: () => [RevokedPartnerKey, NotFound] as const,
});
