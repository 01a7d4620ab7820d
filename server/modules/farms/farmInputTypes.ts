import { Field, InputType, Int } from 'type-graphql';

@InputType({ description: 'Who grows at a farm' })
export class FarmFarmerInput {
  @Field(() => String, { description: 'As lots have it; at most 120 characters' })
  name!: string;

  @Field(() => String, { defaultValue: '', description: "The cooperative's number of the member; empty: none" })
  memberCode!: string;
}

@InputType({ description: 'What farmers agreed to' })
export class FarmConsentInput {
  @Field(() => String, { description: 'What was agreed to; at most 200 characters' })
  text!: string;

  @Field(() => String, { description: 'YYYY-MM-DD' })
  givenOn!: string;
}

@InputType({ description: 'A certificate of a farm' })
export class FarmCertificateInput {
  @Field(() => String, { description: 'As the certificate has it; at most 80 characters' })
  number!: string;

  @Field(() => String, { description: 'Who certified it; at most 120 characters' })
  body!: string;

  @Field(() => String, { description: 'YYYY-MM-DD, the last day on which it is valid' })
  expiresOn!: string;
}

@InputType({ description: 'What changes of a farm; values that are left out stay, and lists are replaced whole' })
export class UpdateFarmInput {
  @Field(() => String, { nullable: true, description: 'What people call it; at most 120 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  village?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  district?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, e.g. PG' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 40 characters' })
  phone?: string | null;

  @Field(() => [FarmFarmerInput], { nullable: true, description: 'At most 20' })
  farmers?: FarmFarmerInput[] | null;

  @Field(() => [FarmConsentInput], { nullable: true, description: 'At most 20' })
  consents?: FarmConsentInput[] | null;

  @Field(() => [FarmCertificateInput], { nullable: true, description: 'At most 20' })
  certificates?: FarmCertificateInput[] | null;

  @Field(() => String, { nullable: true, description: 'At most 2,000 characters' })
  notes?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; another one now is a VersionConflict' })
  version?: number | null;
}

@InputType({ description: 'A farm that is entered into the register; all but its id may be left out' })
export class CreateFarmInput {
  @Field(() => String, { description: 'As lots have it, e.g. FARM001' })
  farmId!: string;

  @Field(() => String, { nullable: true, description: 'What people call it; at most 120 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  village?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  district?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2, e.g. PG' })
  country?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 40 characters' })
  phone?: string | null;

  @Field(() => [FarmFarmerInput], { nullable: true, description: 'At most 20' })
  farmers?: FarmFarmerInput[] | null;

  @Field(() => [FarmConsentInput], { nullable: true, description: 'At most 20' })
  consents?: FarmConsentInput[] | null;

  @Field(() => [FarmCertificateInput], { nullable: true, description: 'At most 20' })
  certificates?: FarmCertificateInput[] | null;

  @Field(() => String, { nullable: true, description: 'At most 2,000 characters' })
  notes?: string | null;
}
