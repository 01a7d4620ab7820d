import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { requireUser } from '../../platform/access/caller.ts';
import {
  ContactRequestPage,
  LedgerOrganisationType,
  MapTilesType,
  Queued,
  RefusedEventPage,
  RetryLedgerEventResult,
} from './operationsTypes.ts';
import type { LedgerRetries } from './ledgerRetries.ts';
import type { AuditRequest } from './auditRequest.ts';
import type { ProvenanceService } from '../provenance/provenanceService.ts';
import type { Config } from '../../platform/config.ts';
import type { ContactService } from './contactService.ts';

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

  @Query(() => [LedgerOrganisationType], {
    description:
      "The ledger's organisations and their root certificates. Without login. " +
      'Example: `{ ledgerOrganisations { name mspId rootFingerprint } }`',
  })
  ledgerOrganisations(): Promise<LedgerOrganisationType[]> {
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
