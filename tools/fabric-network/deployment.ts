import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { addressOf, CHAINCODE, CHANNEL, type Network, type PeerOrganisation } from './layout.ts';
import { run } from './made.ts';
import { waitForChannel, waitUntil } from './readiness.ts';

/**
 * Creates the channel on the orderer and the peers of a running network, and the chaincode on the channel: each
 * organization installs its package and approves the definition, then it is committed.
 * @throws Error with the output of a Fabric program; NotReady
 */
export async function deploy(binaries: Binaries, network: Network): Promise<void> {
  const { organisations, genesis } = network;
  await Promise.all([
    joinOrderer(binaries, network),
    ...organisations.map((own) => asAdmin(binaries, own, ['channel', 'join', '--blockpath', genesis])),
  ]);
  await Promise.all([
    waitForChannel(network),
    ...organisations.map((own) => asAdmin(binaries, own, ['lifecycle', 'chaincode', 'install', own.package])),
  ]);
  await Promise.all(
    organisations.map(async (own) =>
      lifecycle(binaries, network, own, 'approveformyorg', [
        '--package-id',
        (await readFile(own.packageId, 'utf8')).trim(),
      ]),
    ),
  );
  await commit(binaries, network);
}

/**
 * Brings peers that lost all their data back onto the channel: they get blocks from the orderer again, and private data from the
 * other organisations' peers.
 */
export async function rejoin(binaries: Binaries, { organisations, genesis }: Network): Promise<void> {
  await Promise.all(
    organisations.map(async (own) => {
      const joined = await asAdmin(binaries, own, ['channel', 'list']);
      if (joined.split('\n').includes(CHANNEL)) return;
      await asAdmin(binaries, own, ['channel', 'join', '--blockpath', genesis]);
      await asAdmin(binaries, own, ['lifecycle', 'chaincode', 'install', own.package]);
    }),
  );
}

/** Waits until the chaincode of each organisation answers its peer. */
export async function waitForChaincodes(binaries: Binaries, network: Network): Promise<void> {
  await Promise.all(
    network.organisations.map((own) =>
      waitUntil(() => answers(binaries, own), `the chaincode at ${addressOf(own.chaincode)}`, network),
    ),
  );
}

async function answers(binaries: Binaries, own: PeerOrganisation): Promise<boolean> {
  const call = JSON.stringify({ Args: ['readEvents', '[]'] });
  await asAdmin(binaries, own, ['chaincode', 'query', '-C', CHANNEL, '-n', CHAINCODE.name, '-c', call]);
  return true;
}

async function joinOrderer({ osnadmin }: Binaries, { orderer, genesis }: Network): Promise<void> {
  const { admin, tls, tlsRoot } = orderer;
  await run(osnadmin, [
    'channel',
    'join',
    `--channelID=${CHANNEL}`,
    `--config-block=${genesis}`,
    `--orderer-address=${addressOf(admin)}`,
    `--ca-file=${tlsRoot}`,
    `--client-cert=${join(tls, 'server.crt')}`,
    `--client-key=${join(tls, 'server.key')}`,
  ]);
}

/** The definition stands when each peer has seen the approvals of all: the one that has not yet says that they are missing. */
async function commit(binaries: Binaries, network: Network): Promise<void> {
  const [first] = network.organisations;
  if (first === undefined) throw new Error('A network has organisations');
  const endorsers = network.organisations.flatMap(({ peer, tlsRoot }) => [
    '--peerAddresses',
    addressOf(peer),
    '--tlsRootCertFiles',
    tlsRoot,
  ]);
  let refused: unknown;
  await waitUntil(
    async () => {
      try {
        await lifecycle(binaries, network, first, 'commit', endorsers);
        return true;
      } catch (error) {
        refused = error;
        return false;
      }
    },
    'the definition of the chaincode',
    network,
    20_000,
  ).catch((error: unknown) => {
    throw refused ?? error;
  });
}

async function lifecycle(
  binaries: Binaries,
  { orderer, collections }: Network,
  own: PeerOrganisation,
  step: 'approveformyorg' | 'commit',
  more: readonly string[],
): Promise<void> {
  const definition = ['--name', CHAINCODE.name, '--version', CHAINCODE.version, '--sequence', '1'];
  const at = ['-o', addressOf(orderer.place), '--tls', '--cafile', orderer.tlsRoot, '--channelID', CHANNEL];
  const args = [...at, ...definition, '--collections-config', collections, ...more];
  await asAdmin(binaries, own, ['lifecycle', 'chaincode', step, ...args]);
}

/** Runs the command `peer` as the organisation's admin, on its own peer. */
async function asAdmin({ peer }: Binaries, own: PeerOrganisation, args: readonly string[]): Promise<string> {
  return run(peer, args, {
    FABRIC_CFG_PATH: own.settings,
    CORE_PEER_MSPCONFIGPATH: own.adminMsp,
    FABRIC_LOGGING_SPEC: 'error',
  });
}
