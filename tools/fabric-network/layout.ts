import { join } from 'node:path';
import { CONTRACT_NAME } from '../../server/domain/ledger/channelForms.ts';
import { CONTRACT } from '../../server/domain/ledger/transitions.ts';

/**
 * The one channel of a network, and the chaincode on it. Version and label are those of the contract when the network is
 * made; it keeps them, and the id of its packages, when a newer contract runs there (docs/operations/fabric.md, 'Upgrade').
 */
export const CHANNEL = 'manam';
export const CHAINCODE = { name: CONTRACT_NAME, version: CONTRACT, label: `${CONTRACT_NAME}_${CONTRACT}` } as const;

/** Where a process listens, as others reach it. */
export interface Place {
  host: string;
  port: number;
}

/** The organisations that hold the ledger, with the names that the embedded ledger gives them. The first one's server writes. */
export const ORGANISATIONS = [
  { id: 'coop', mspId: 'ManamCoopMSP', name: 'Manam Cooperative', domain: 'coop.manam' },
  { id: 'assurance', mspId: 'ManamAssuranceMSP', name: 'Manam Assurance', domain: 'assurance.manam' },
] as const;
export type OrganisationId = (typeof ORGANISATIONS)[number]['id'];

/** The organisation that orders transactions into blocks. It sees no contents. */
export const ORDERING = {
  id: 'ordering',
  mspId: 'ManamOrderingMSP',
  name: 'Manam Ordering',
  domain: 'ordering.manam',
} as const;

/** An organisation of the ledger with its peer, the chaincode beside it, and its files. */
export interface PeerOrganisation {
  id: OrganisationId;
  mspId: string;
  name: string;
  domain: string;
  peer: Place;
  /** where the peer awaits chaincodes that call it; ours does not */
  peerChaincode: Place;
  /** health and figures of the peer, plain http */
  operations: Place;
  chaincode: Place;
  /** name of the peer's certificate */
  node: string;
  /** folder of core.yaml, which the peer and commands on it read */
  settings: string;
  data: string;
  /** source of the organization's part of the channel's configuration */
  organisationMsp: string;
  msp: string;
  tls: string;
  /** PEM certificate that signs the TLS certificates of the organization's peers */
  tlsRoot: string;
  /** PEM */
  root: string;
  adminMsp: string;
  /** PEM; of the client that the organisation's server signs as */
  certificate: string;
  key: string;
  /** package that points to the chaincode, and its id in a file */
  package: string;
  packageId: string;
  /** settings of the program that writes or checks for the organisation */
  environment: string;
}

/** A network: its folder, addresses and files. */
export interface Network {
  folder: string;
  /** address that processes bind */
  bind: string;
  organisations: readonly PeerOrganisation[];
  orderer: {
    /** name of the orderer's certificate, and its host as certificates say it */
    node: string;
    place: Place;
    admin: Place;
    operations: Place;
    settings: string;
    data: string;
    msp: string;
    tls: string;
    tlsRoot: string;
    /** PEM */
    root: string;
    domain: string;
    organisationMsp: string;
  };
  keys: string;
  channel: string;
  genesis: string;
  collections: string;
  builder: string;
  logs: string;
  /** public facts of the organisations, for their servers */
  members: string;
  /** the inputs that the network was created from */
  made: string;
  /** it is there when the chaincode is on the channel: until then nothing can have been recorded */
  deployed: string;
  /** settings that `npm start` takes */
  environment: string;
}

/** Hosts and ports. */
interface Addresses {
  bind: string;
  orderer: Place & { admin: number; operations: number };
  peers: Record<OrganisationId, Place & { chaincode: number; operations: number }>;
  chaincodes: Record<OrganisationId, Place>;
}

/**
 * All processes on this machine, listening on loopback only. Ports relative to a base: 0, 1, 2 of the orderer, three
 * each from 10 and from 20 for the peers, 30 and 31 of the chaincodes.
 */
export function onThisMachine(basePort: number): Addresses {
  const host = 'localhost';
  const peer = (port: number) => ({ host, port, chaincode: port + 1, operations: port + 2 });
  return {
    bind: '127.0.0.1',
    orderer: { host, port: basePort, admin: basePort + 1, operations: basePort + 2 },
    peers: { coop: peer(basePort + 10), assurance: peer(basePort + 20) },
    chaincodes: { coop: { host, port: basePort + 30 }, assurance: { host, port: basePort + 31 } },
  };
}

/** The services of docker-compose.yml. */
export function inContainers(): Addresses {
  const peer = (host: string) => ({ host, port: 7051, chaincode: 7052, operations: 9443 });
  return {
    bind: '0.0.0.0',
    orderer: { host: 'orderer', port: 7050, admin: 7053, operations: 9443 },
    peers: { coop: peer('peer-coop'), assurance: peer('peer-assurance') },
    chaincodes: {
      coop: { host: 'chaincode-coop', port: 9999 },
      assurance: { host: 'chaincode-assurance', port: 9999 },
    },
  };
}

/** @param folder absolute: contains all files of the network */
export function networkIn(folder: string, { bind, orderer, peers, chaincodes }: Addresses): Network {
  const keys = join(folder, 'keys');
  const channel = join(folder, 'channel');
  return {
    folder,
    bind,
    organisations: ORGANISATIONS.map((organisation) => {
      const { id, domain } = organisation;
      const { host, port, chaincode, operations } = peers[id];
      const own = join(keys, 'peerOrganizations', domain);
      const node = join(own, 'peers', `peer.${domain}`);
      const user = join(own, 'users', `User1@${domain}`, 'msp');
      return {
        ...organisation,
        peer: { host, port },
        peerChaincode: { host, port: chaincode },
        operations: { host, port: operations },
        chaincode: chaincodes[id],
        node: `peer.${domain}`,
        settings: join(folder, 'settings', id),
        data: join(folder, 'data', id),
        organisationMsp: join(own, 'msp'),
        msp: join(node, 'msp'),
        tls: join(node, 'tls'),
        tlsRoot: join(own, 'tlsca', `tlsca.${domain}-cert.pem`),
        root: join(own, 'ca', `ca.${domain}-cert.pem`),
        adminMsp: join(own, 'users', `Admin@${domain}`, 'msp'),
        certificate: join(user, 'signcerts', `User1@${domain}-cert.pem`),
        key: join(user, 'keystore', 'priv_sk'),
        package: join(folder, 'chaincode', `${id}.tar.gz`),
        packageId: join(folder, 'chaincode', `${id}.id`),
        environment: join(folder, `${id}.env`),
      };
    }),
    orderer: ordererIn(folder, keys, orderer),
    keys,
    channel,
    genesis: join(channel, `${CHANNEL}.block`),
    collections: join(channel, 'collections.json'),
    builder: join(folder, 'builder'),
    logs: join(folder, 'logs'),
    members: join(folder, 'organisations.json'),
    made: join(folder, 'network.json'),
    deployed: join(folder, 'deployed'),
    environment: join(folder, 'fabric.env'),
  };
}

function ordererIn(folder: string, keys: string, { host, port, admin, operations }: Addresses['orderer']) {
  const own = join(keys, 'ordererOrganizations', ORDERING.domain);
  const node = `orderer.${ORDERING.domain}`;
  return {
    node,
    place: { host, port },
    admin: { host, port: admin },
    operations: { host, port: operations },
    settings: join(folder, 'settings', ORDERING.id),
    data: join(folder, 'data', ORDERING.id),
    msp: join(own, 'orderers', node, 'msp'),
    tls: join(own, 'orderers', node, 'tls'),
    tlsRoot: join(own, 'tlsca', `tlsca.${ORDERING.domain}-cert.pem`),
    root: join(own, 'ca', `ca.${ORDERING.domain}-cert.pem`),
    domain: ORDERING.domain,
    organisationMsp: join(own, 'msp'),
  };
}

/** host:port */
export function addressOf({ host, port }: Place): string {
  return `${host}:${port}`;
}
