import { readFile, writeFile } from 'node:fs/promises';
import { COLLECTION } from '../../server/domain/ledger/channelForms.ts';
import { addressOf, CHAINCODE, CHANNEL, ORDERING, type Network, type PeerOrganisation } from './layout.ts';

/**
 * Writes the program's settings for the network: a file for each organization's server, `fabric.env` for the one that
 * writes, and the shared facts of the organizations. Values are quoted, so that a shell and Node read them alike.
 */
export async function writeProgramSettings(network: Network): Promise<void> {
  const { organisations, orderer, members } = network;
  const facts = await Promise.all(
    organisations.map(async ({ mspId, name, root, peer, tlsRoot }) => ({
      mspId,
      name,
      root: await readFile(root, 'utf8'),
      peers: [{ address: addressOf(peer), tlsRoot: await readFile(tlsRoot, 'utf8') }],
    })),
  );
  const ordering = { mspId: ORDERING.mspId, name: ORDERING.name, root: await readFile(orderer.root, 'utf8') };
  await writeFile(members, JSON.stringify({ v: 1, channel: CHANNEL, organisations: facts, ordering }, null, 2));
  for (const [i, own] of organisations.entries()) {
    const text = settingsOf(network, own);
    await writeFile(own.environment, text);
    if (i === 0) await writeFile(network.environment, text);
  }
}

function settingsOf({ members }: Network, own: PeerOrganisation): string {
  const settings = {
    LEDGER: 'fabric',
    FABRIC_PEER: addressOf(own.peer),
    FABRIC_MSP_ID: own.mspId,
    FABRIC_CHANNEL: CHANNEL,
    FABRIC_CHAINCODE: CHAINCODE.name,
    FABRIC_COLLECTION: COLLECTION,
    FABRIC_CERTIFICATE: own.certificate,
    FABRIC_KEY: own.key,
    FABRIC_TLS_ROOTS: own.tlsRoot,
    FABRIC_ORGANISATIONS: members,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  return `# ${own.name}\n${lines.join('\n')}\n`;
}
