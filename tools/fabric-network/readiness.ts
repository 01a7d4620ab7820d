import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf, CHANNEL, type Network, type Place } from './layout.ts';

const LOOK_MS = 25;

/** A network does not become ready; the message names the missing condition and the logs. */
export class NotReady extends Error {
  override name = 'NotReady';
}

/**
 * Polls until the test is true.
 * @param what the condition, for the message
 * @throws NotReady
 */
export async function waitUntil(
  look: () => Promise<boolean>,
  what: string,
  { logs }: Network,
  withinMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await look().catch(() => false))) {
    if (performance.now() > deadline) {
      throw new NotReady(`Waited ${withinMs / 1_000} s for ${what}; its log is in ${logs}.`);
    }
    await delay(LOOK_MS);
  }
}

/** Waits until the orderer and the peers take connections. */
export async function waitForNodes(network: Network): Promise<void> {
  const { orderer, organisations } = network;
  await Promise.all([
    waitUntil(() => isListening(orderer.place), `the orderer at ${addressOf(orderer.place)}`, network),
    waitUntil(() => isListening(orderer.admin), `the orderer at ${addressOf(orderer.admin)}`, network),
    ...organisations.map(({ peer }) => waitUntil(() => isListening(peer), `the peer at ${addressOf(peer)}`, network)),
  ]);
}

/**
 * Waits until the channel works: the orderer leads, and each peer knows those of the other organisations, without which a
 * transaction finds no endorsers.
 */
export async function waitForChannel(network: Network): Promise<void> {
  const { orderer, organisations } = network;
  await Promise.all([
    waitUntil(
      async () => (await figure(orderer.operations, 'consensus_etcdraft_is_leader')) === 1,
      'the orderer to lead',
      network,
    ),
    ...organisations.map(({ operations, peer }) =>
      waitUntil(
        async () => (await figure(operations, 'gossip_membership_total_peers_known')) >= organisations.length - 1,
        `the peer at ${addressOf(peer)} to know the others`,
        network,
      ),
    ),
  ]);
}

/** A figure of the channel from a node's operations endpoint; -1 while there is none. */
async function figure(operations: Place, name: string): Promise<number> {
  const answer = await fetch(`http://${addressOf(operations)}/metrics`, { signal: AbortSignal.timeout(2_000) });
  const lines = (await answer.text()).split('\n');
  const line = lines.find((text) => text.startsWith(`${name}{`) && text.includes(`channel="${CHANNEL}"`));
  return Number(line?.split(' ').at(-1) ?? -1);
}

async function isListening({ host, port }: Place): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(2_000) });
    return true;
  } finally {
    socket.destroy();
  }
}

/** The first port of a network that somebody else listens on; null: all are free. */
export async function takenPort({ bind, orderer, organisations }: Network): Promise<number | null> {
  const places = [
    orderer.place,
    orderer.admin,
    orderer.operations,
    ...organisations.flatMap(({ peer, peerChaincode, operations, chaincode }) => [
      peer,
      peerChaincode,
      operations,
      chaincode,
    ]),
  ];
  const free = await Promise.all(places.map(({ port }) => isFree(bind, port)));
  return places.find((_, i) => free[i] === false)?.port ?? null;
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
