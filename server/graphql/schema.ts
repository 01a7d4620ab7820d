import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, type PubSub } from 'type-graphql';
import { AlertResolver } from '../alerts/alertResolver.ts';
import { AlertSubscription } from '../alerts/alertSubscription.ts';
import { AuditResolver } from '../audit/auditResolver.ts';
import { IdentityResolver } from '../identity/identityResolver.ts';
import { KeyResolver } from '../identity/keyResolver.ts';
import { UserResolver } from '../identity/userResolver.ts';
import { LotResolver } from '../lots/lotResolver.ts';
import { LotAnalyticsResolver, LotReadResolver } from '../lots/lotReadResolver.ts';
import { DashboardResolver } from '../monitoring/dashboardResolver.ts';
import { OperationsResolver } from '../monitoring/operationsResolver.ts';
import { PrivacyResolver } from '../privacy/privacyResolver.ts';
import { DiscrepancyResolver, ProvenanceResolver, PublicLotResolver } from '../provenance/provenanceResolver.ts';
import { HeadResolver } from '../provenance/headResolver.ts';
import { ProofResolver } from '../provenance/proofResolver.ts';
import { ReportResolver } from '../reports/reportResolver.ts';
import { SatelliteResolver } from '../satellite/satelliteResolver.ts';

/** Subscriptions follow the event log (`liveEvents.ts`); the library asks for a publisher all the same. */
const noTopics: PubSub = {
  publish: () => {
    throw new Error('Subscriptions follow the event log; nothing is published by topic');
  },
  subscribe: () => {
    throw new Error('Subscriptions follow the event log; nothing is subscribed by topic');
  },
};

let built: Promise<GraphQLSchema> | null = null;

/**
 * The one schema, built from the features' resolvers, once in a process: nothing in it belongs to one server. Inputs are
 * judged by the domain's schemas, in the services.
 */
export async function makeSchema(): Promise<GraphQLSchema> {
  built ??= buildSchema({
    resolvers: [
      IdentityResolver,
      UserResolver,
      KeyResolver,
      LotResolver,
      LotReadResolver,
      LotAnalyticsResolver,
      ProvenanceResolver,
      PublicLotResolver,
      DiscrepancyResolver,
      ProofResolver,
      HeadResolver,
      ReportResolver,
      SatelliteResolver,
      AlertResolver,
      AlertSubscription,
      DashboardResolver,
      PrivacyResolver,
      AuditResolver,
      OperationsResolver,
    ],
    pubSub: noTopics,
    validate: false,
  });
  return built;
}
