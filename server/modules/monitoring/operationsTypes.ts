import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import { NotFound } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';

@ObjectType('RefusedEvent', {
  simpleResolvers: true,
  description: 'An event that the ledger refused; later ones of its lot wait for it',
})
export class RefusedEventType {
  @Field(() => ID, { description: 'For `retryLedgerEvent`' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => Int, { description: "Its place in the lot's chain, from 1" })
  sequence!: number;

  @Field(() => String, { description: "What it tells: 'created', 'stage' and the like" })
  type!: string;

  @Field(() => DateTime, { description: 'When it happened' })
  at!: Date;

  @Field(() => String, { description: "The ledger's own code" })
  code!: string;

  @Field(() => String, { description: "The ledger's own words" })
  text!: string;

  @Field(() => Int, { description: 'Later events of the lot, which wait for it' })
  waiting!: number;
}

@ObjectType({ description: 'One page of refused events' })
export class RefusedEventPage {
  @Field(() => [RefusedEventType], { description: 'First ones first' })
  events!: RefusedEventType[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'It is queued, and done soon' })
export class Queued {
  @Field(() => Boolean, { description: 'Always true' })
  queued!: boolean;
}

export const RetryLedgerEventResult = createUnionType({
  name: 'RetryLedgerEventResult',
  description: 'What trying a refused event again may answer',
  types: () => [Queued, NotFound] as const,
});

@ObjectType('LedgerOrganisation', { simpleResolvers: true, description: 'An organisation that signs on the ledger' })
export class LedgerOrganisationType {
  @Field(() => String, { description: 'For people' })
  name!: string;

  @Field(() => String, { description: 'Its name on the ledger, e.g. ManamCoopMSP' })
  mspId!: string;

  @Field(() => String, { description: 'SHA-256 of its root certificate, hex' })
  rootFingerprint!: string;

  @Field(() => String, { description: 'Its root certificate, DER, hex' })
  rootCertificate!: string;
}

@ObjectType({ simpleResolvers: true, description: 'What somebody sent with the contact form' })
export class ContactRequest {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => DateTime, { description: 'When it came' })
  at!: string;

  @Field(() => String, { description: 'As it was given' })
  firstName!: string;

  @Field(() => String, { description: 'As it was given' })
  lastName!: string;

  @Field(() => String, { description: 'As it was given; nobody checked that it is theirs' })
  email!: string;

  @Field(() => String, { description: 'As it was given' })
  company!: string;

  @Field(() => String, { nullable: true, description: 'Null when there was none' })
  message!: string | null;
}

@ObjectType({ description: 'One page of contact requests' })
export class ContactRequestPage {
  @Field(() => [ContactRequest], { description: 'Newest first' })
  requests!: ContactRequest[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('MapTiles', { description: 'A server for map pictures' })
export class MapTilesType {
  @Field(() => String, { description: 'Its address, with {z}, {x} and {y}' })
  url!: string;

  @Field(() => String, { description: 'Whom the pictures are from, as their licence asks for it' })
  attribution!: string;
}
