import { Arg, createUnionType, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { requireUser } from '../../platform/access/caller.ts';
import type { LedgerRetries } from './ledgerRetries.ts';
import type { AuditRequest } from './auditRequest.ts';
import type { ProvenanceService } from '../provenance/provenanceService.ts';
import type { Config } from '../../platform/config.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { ContactService } from './contactService.ts';

@ObjectType({
  simpleResolvers: true,
  description: 'An event that the ledger refused; later ones of its lot wait for it',
})
class RefusedEvent {
  @Field(() => ID, { description: 'For `retryLedgerEvent`' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701; empty for an event of a consignment' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'Number of the consignment; null for an event of a lot' })
  consignment!: string | null;

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
class RefusedEventPage {
  @Field(() => [RefusedEvent], { description: 'First ones first' })
  events!: RefusedEvent[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'It is queued, and done soon' })
class Queued {
  @Field(() => Boolean, { description: 'Always true' })
  queued!: boolean;
}

const RetryLedgerEventResult = createUnionType({
  name: 'RetryLedgerEventResult',
  description: 'What trying a refused event again may answer',
  types: () => [Queued, NotFound] as const,
});

@ObjectType({ simpleResolvers: true, description: 'An organisation that signs on the ledger' })
class LedgerOrganisation {
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
class ContactRequest {
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
class ContactRequestPage {
  @Field(() => [ContactRequest], { description: 'Newest first' })
  requests!: ContactRequest[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType('MapTiles', { description: 'A server for map pictures' })
class MapTilesType {
  @Field(() => String, { description: 'Its address, with {z}, {x} and {y}' })
  url!: string;

  @Field(() => String, { description: 'Whom the pictures are from, as their licence asks for it' })
  attribution!: string;
}

interface Services {
  auditRequests: AuditRequest;
  config: Config;
  contact: ContactService;
  ledgerRetries: LedgerRetries;
  provenance: ProvenanceService;
}

/** What those see and do who run the program. */
@Resolver()
export class OperationsResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => RefusedEventPage, {
    description:
      'The events that the ledger refused, first ones first; admins. ' +
      'Example: `{ refusedLedgerEvents { events { lotId code text } } }`',
  })
  refusedLedgerEvents(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<RefusedEventPage> {
    return this.#services.ledgerRetries.list(caller, parsePage(page, limit));
  }

  @Mutation(() => RetryLedgerEventResult, {
    description:
      'Has the ledger try an event again that it refused; admins. ' +
      'Example: `mutation ($id: ID!) { retryLedgerEvent(id: $id) { ... on Queued { queued } } }`',
  })
  retryLedgerEvent(
    @Arg('id', () => ID, { description: 'The 32 hex digits of the event' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RetryLedgerEventResult> {
    return orFailure([NotFound], async () => {
      await this.#services.ledgerRetries.retry(caller, id, info);
      return Object.assign(new Queued(), { queued: true });
    });
  }

  @Mutation(() => Queued, {
    description:
      'Has the whole ledger compared with the tables now, not in the night alone; admins. ' +
      'Example: `mutation { walkLedger { queued } }`',
  })
  async walkLedger(@Ctx() { caller, info }: Context): Promise<Queued> {
    await this.#services.auditRequests.ask(caller, info);
    return { queued: true };
  }

  @Query(() => [LedgerOrganisation], {
    description:
      "The ledger's organisations and their root certificates. Without login. " +
      'Example: `{ ledgerOrganisations { name mspId rootFingerprint } }`',
  })
  ledgerOrganisations(): Promise<LedgerOrganisation[]> {
    return this.#services.provenance.organisations();
  }

  @Query(() => MapTilesType, {
    nullable: true,
    description:
      'The server for map pictures that the operator named; null: none. Example: `{ mapTiles { url attribution } }`',
  })
  mapTiles(@Ctx() { caller }: Context): MapTilesType | null {
    requireUser(caller);
    return this.#services.config.mapTiles;
  }

  @Query(() => String, {
    description:
      "What the ledger is: 'embedded', run by one operator, or 'fabric', held by several organisations. Without login. " +
      'Example: `{ ledgerDriver }`',
  })
  ledgerDriver(): string {
    return this.#services.config.ledger.driver;
  }

  @Query(() => ContactRequestPage, {
    nullable: true,
    description:
      'Contact requests, newest first; admins. Null where the operator keeps none (CONTACT). ' +
      'Example: `{ contactRequests { requests { at company message } } }`',
  })
  contactRequests(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<ContactRequestPage | null> {
    return this.#services.contact.listIfKept(caller, parsePage(page, limit));
  }
}
