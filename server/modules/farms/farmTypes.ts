import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { FarmCertificate, FarmConsent, FarmFarmer } from '../../domain/farm/farmInput.ts';
import { NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';

@ObjectType('FarmFarmer', { description: 'Who grows at a farm' })
export class FarmFarmerType implements FarmFarmer {
  @Field(() => String, { description: 'As lots have it' })
  name!: string;

  @Field(() => String, { description: "The cooperative's number of the member; empty: none" })
  memberCode!: string;
}

@ObjectType('FarmConsent', { description: 'What farmers agreed to' })
export class FarmConsentType implements FarmConsent {
  @Field(() => String, { description: 'What was agreed to' })
  text!: string;

  @Field(() => String, { description: 'YYYY-MM-DD' })
  givenOn!: string;
}

@ObjectType('FarmCertificate', { description: 'A certificate of a farm' })
export class FarmCertificateType implements FarmCertificate {
  @Field(() => String, { description: 'As the certificate has it' })
  number!: string;

  @Field(() => String, { description: 'Who certified it' })
  body!: string;

  @Field(() => String, { description: 'YYYY-MM-DD, the last day on which it is valid' })
  expiresOn!: string;
}

@ObjectType('Farm', { description: 'The entry of a farm in the register' })
export class FarmType {
  @Field(() => ID, { description: 'UUID of the entry, which the audit table names' })
  id!: string;

  @Field(() => String, { description: 'As lots have it, e.g. FARM001' })
  farmId!: string;

  @Field(() => String, { description: 'What people call it; empty: no name' })
  name!: string;

  @Field(() => String, { description: 'Empty: not known' })
  village!: string;

  @Field(() => String, { description: 'Empty: not known' })
  district!: string;

  @Field(() => String, { description: 'ISO 3166-1 alpha-2; empty: not known' })
  country!: string;

  @Field(() => String, { description: 'Empty: not known' })
  phone!: string;

  @Field(() => [FarmFarmerType], { description: 'The first one is proposed for new lots' })
  farmers!: FarmFarmerType[];

  @Field(() => [FarmConsentType], { description: 'What they agreed to, and when' })
  consents!: FarmConsentType[];

  @Field(() => [FarmCertificateType], { description: 'With the day on which each expires' })
  certificates!: FarmCertificateType[];

  @Field(() => String, { description: 'May be empty' })
  notes!: string;

  @Field(() => Int, { description: 'Counts its changes, from 1' })
  version!: number;

  @Field(() => DateTime, { description: 'When it was registered' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: Date;
}

@ObjectType({ description: 'The farm as it is now' })
export class FarmSaved {
  @Field(() => FarmType, { description: 'With its new version' })
  farm!: FarmType;
}

@ObjectType({ description: 'The values of the entry are erased for good' })
export class FarmErased {
  @Field(() => Boolean, { description: 'Always true' })
  erased!: boolean;
}

export const UpdateFarmResult = createUnionType({
  name: 'UpdateFarmResult',
  description: 'What changing a farm may answer',
  types: () => [FarmSaved, NotFound, VersionConflict] as const,
});
export const EraseFarmResult = createUnionType({
  name: 'EraseFarmResult',
  description: 'What erasing a farm from the register may answer',
  types: () => [FarmErased, NotFound] as const,
});
