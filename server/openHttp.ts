import type { AddressInfo } from 'node:net';
import { RESOLVERS, type AppModules } from './modules.ts';
import type { Base } from './platform/module.ts';
import { makeApolloServer } from './platform/graphql/apolloServer.ts';
import { CompiledExecution } from './platform/graphql/execution.ts';
import { makeSchema, resolverContainer } from './platform/graphql/schema.ts';
import { readIssuer } from './modules/cooperative/issuer.ts';
import { operatorName } from './modules/cooperative/operatorName.ts';
import { serveStopPage } from './modules/mail/stopPage.ts';
import { outboxStats } from './modules/ledger/outbox/outbox.ts';
import { makeHttpServer, type HttpServer } from './platform/http/httpServer.ts';
import { Metrics } from './platform/http/metrics.ts';

/** The server with all features' calls, before it listens. */
export async function openHttp(
  { config, database, jobs, rates, log, origin }: Base,
  { modules, apis, requests, workQueues, idempotency, live }: AppModules,
): Promise<HttpServer> {
  const schema = await makeSchema(RESOLVERS);
  const execution = new CompiledExecution(schema);
  const apollo = makeApolloServer(schema, execution, {
    production: config.production,
    large: workQueues.large,
    log: (error) => log.error({ err: error }, 'A GraphQL operation failed'),
  });
  await apollo.start();
  const metrics = new Metrics({
    outbox: async () => {
      const { pending, failed } = await outboxStats(database.pool);
      return { pending, failed };
    },
    jobs: async () => {
      const { waiting, running, retrying, exhausted } = await jobs.stats();
      return { waiting, running, retrying, exhausted };
    },
  });
  metrics.watchWorkQueues(workQueues);
  const http = await makeHttpServer({
    config,
    identity: modules.identity.identity,
    pages: {
      health: modules.monitoring.health,
      provenance: modules.provenance.provenance,
      operator: operatorName(
        () => readIssuer(database),
        (error) => log.error({ err: error }, 'The settings of the cooperative could not be read'),
      ),
    },
    modulePages: [(app, parts) => serveStopPage(app, { ...parts, mail: modules.mail.mail })],
    requests,
    workQueues,
    idempotency,
    live,
    resolvers: resolverContainer(apis.flatMap(({ resolvers }) => resolvers)),
    rates,
    routes: apis.flatMap(({ routes }) => routes),
    schema,
    execution,
    apollo,
    metrics,
    log,
    origin,
  });
  http.app.addHook('onClose', async () => apollo.stop());
  return http;
}

/**
 * @returns the address that it listens on
 * @throws Error with one clear line when this machine does not give the host or the port
 */
export async function listen({ app }: HttpServer, { host, port }: { host: string; port: number }): Promise<string> {
  const notThere = `HOST: ${host} is no address of this machine; set HOST to one of its addresses, or to 0.0.0.0 for all`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} on ${host} is taken by another program; set PORT to a free one, or to 0`,
    EACCES: `PORT: ${port} is not open to this user; set PORT to one from 1024 on`,
    EADDRNOTAVAIL: notThere,
    ENOTFOUND: notThere,
  };
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
  const address = app.server.address();
  return `http://${isAddress(address) && address.family === 'IPv6' ? `[${host}]` : host}:${isAddress(address) ? address.port : port}`;
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
