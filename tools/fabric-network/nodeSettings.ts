import { join } from 'node:path';
import {
  addressOf,
  CHANNEL,
  ORDERING,
  ORGANISATIONS,
  type Network,
  type PeerOrganisation,
  type Place,
} from './layout.ts';

/*
 * Settings of Fabric's programs as values: JSON is valid YAML. Only settings without a default, or with another value.
 */

/** How transactions become blocks. */
export interface Batches {
  /** a block is cut when this long has passed since its first transaction, ms */
  timeoutMs: number;
  /** or when it has so many */
  maxMessages: number;
}

/** Recording a single event waits for the first limit; with many events blocks are full before (`PREFERRED_BYTES`). */
export const BATCHES: Batches = { timeoutMs: 100, maxMessages: 500 };

/** Half a block of full batches would wait for others otherwise: a batch of some hundred events makes a block of its own. */
const PREFERRED_BYTES = '128 KB';
const ABSOLUTE_BYTES = '10 MB';

/** Names under which a node's TLS certificate is taken. */
const namesOf = ({ host }: Place): string[] => [...new Set([host, 'localhost', '127.0.0.1'])];

/** crypto-config.yaml, for cryptogen. */
export function keySettings({ organisations, orderer }: Network): object {
  return {
    OrdererOrgs: [
      {
        Name: ORDERING.id,
        Domain: orderer.domain,
        EnableNodeOUs: true,
        Specs: [{ Hostname: 'orderer', SANS: namesOf(orderer.place) }],
      },
    ],
    PeerOrgs: organisations.map(({ id, domain, peer }) => ({
      Name: id,
      Domain: domain,
      EnableNodeOUs: true,
      Specs: [{ Hostname: 'peer', SANS: namesOf(peer) }],
      Users: { Count: 1 },
    })),
  };
}

const rule = (text: string) => ({ Type: 'Signature', Rule: text });
const meta = (text: string) => ({ Type: 'ImplicitMeta', Rule: text });

/** Members of the channel read and write it; its rules change by a majority. */
const SHARED = { Readers: meta('ANY Readers'), Writers: meta('ANY Writers'), Admins: meta('MAJORITY Admins') };

/** configtx.yaml, for configtxgen: the profile `manam`. Two peer organisations, and both must endorse: a majority of two is two. */
export function channelSettings({ organisations, orderer }: Network, batches: Batches): object {
  const ordering = {
    Name: ORDERING.mspId,
    ID: ORDERING.mspId,
    MSPDir: orderer.organisationMsp,
    Policies: {
      Readers: rule(`OR('${ORDERING.mspId}.member')`),
      Writers: rule(`OR('${ORDERING.mspId}.member')`),
      Admins: rule(`OR('${ORDERING.mspId}.admin')`),
    },
    OrdererEndpoints: [addressOf(orderer.place)],
  };
  const members = organisations.map(({ mspId, organisationMsp, peer }) => ({
    Name: mspId,
    ID: mspId,
    MSPDir: organisationMsp,
    Policies: {
      Readers: rule(`OR('${mspId}.admin', '${mspId}.peer', '${mspId}.client')`),
      Writers: rule(`OR('${mspId}.admin', '${mspId}.client')`),
      Admins: rule(`OR('${mspId}.admin')`),
      Endorsement: rule(`OR('${mspId}.peer')`),
    },
    AnchorPeers: [{ Host: peer.host, Port: peer.port }],
  }));
  const tls = join(orderer.tls, 'server.crt');
  return {
    Profiles: {
      [CHANNEL]: {
        Policies: SHARED,
        Capabilities: { V2_0: true },
        Orderer: {
          OrdererType: 'etcdraft',
          Addresses: [addressOf(orderer.place)],
          BatchTimeout: `${batches.timeoutMs}ms`,
          BatchSize: {
            MaxMessageCount: batches.maxMessages,
            AbsoluteMaxBytes: ABSOLUTE_BYTES,
            PreferredMaxBytes: PREFERRED_BYTES,
          },
          EtcdRaft: {
            Consenters: [
              { Host: orderer.place.host, Port: orderer.place.port, ClientTLSCert: tls, ServerTLSCert: tls },
            ],
            Options: {
              TickInterval: '100ms',
              ElectionTick: 10,
              HeartbeatTick: 1,
              MaxInflightBlocks: 5,
              SnapshotIntervalSize: '16 MB',
            },
          },
          Organizations: [ordering],
          Policies: { ...SHARED, BlockValidation: meta('ANY Writers') },
          Capabilities: { V2_0: true },
        },
        Application: {
          Organizations: members,
          Policies: {
            ...SHARED,
            LifecycleEndorsement: meta('MAJORITY Endorsement'),
            Endorsement: meta('MAJORITY Endorsement'),
          },
          Capabilities: { V2_5: true },
        },
      },
    },
  };
}

/** orderer.yaml */
export function ordererSettings({ bind, orderer }: Network): object {
  const { place, admin, operations, msp, tls, tlsRoot, data } = orderer;
  const key = join(tls, 'server.key');
  const certificate = join(tls, 'server.crt');
  return {
    General: {
      ListenAddress: bind,
      ListenPort: place.port,
      TLS: { Enabled: true, PrivateKey: key, Certificate: certificate, RootCAs: [tlsRoot] },
      Cluster: { ClientCertificate: certificate, ClientPrivateKey: key, RootCAs: [tlsRoot] },
      BootstrapMethod: 'none',
      LocalMSPDir: msp,
      LocalMSPID: ORDERING.mspId,
      BCCSP: { Default: 'SW', SW: { Hash: 'SHA2', Security: 256 } },
      Authentication: { TimeWindow: '15m' },
    },
    FileLedger: { Location: join(data, 'ledger') },
    Consensus: { WALDir: join(data, 'wal'), SnapDir: join(data, 'snapshots') },
    ChannelParticipation: { Enabled: true, MaxRequestBodySize: '1 MB' },
    Admin: {
      ListenAddress: `${bind}:${admin.port}`,
      TLS: {
        Enabled: true,
        PrivateKey: key,
        Certificate: certificate,
        RootCAs: [tlsRoot],
        ClientAuthRequired: true,
        ClientRootCAs: [tlsRoot],
      },
    },
    Operations: { ListenAddress: `${bind}:${operations.port}` },
    Metrics: { Provider: 'prometheus' },
  };
}

/** core.yaml of an organisation's peer. Times of gossip are short, so that peers find each other within two seconds after a start. */
export function peerSettings({ bind, builder }: Network, own: PeerOrganisation): object {
  const { id, mspId, peer, peerChaincode, operations, node, data, msp, tls, tlsRoot } = own;
  const address = addressOf(peer);
  return {
    peer: {
      id: node,
      networkId: CHANNEL,
      listenAddress: `${bind}:${peer.port}`,
      address,
      chaincodeListenAddress: `${bind}:${peerChaincode.port}`,
      chaincodeAddress: addressOf(peerChaincode),
      localMspId: mspId,
      mspConfigPath: msp,
      fileSystemPath: join(data, 'peer'),
      BCCSP: { Default: 'SW', SW: { Hash: 'SHA2', Security: 256 } },
      gateway: { enabled: true, endorsementTimeout: '30s', broadcastTimeout: '30s', dialTimeout: '10s' },
      keepalive: { minInterval: '30s' },
      gossip: {
        bootstrap: address,
        endpoint: address,
        externalEndpoint: address,
        useLeaderElection: false,
        orgLeader: true,
        reconnectInterval: '500ms',
        // How often the figure is brought up to date by which a start is judged.
        membershipTrackerInterval: '250ms',
        aliveTimeInterval: '1s',
        aliveExpirationTimeout: '5s',
        publishStateInfoInterval: '500ms',
        requestStateInfoInterval: '500ms',
        // A peer that was away requests private data for at most this long before it continues with a block, and then
        // every 5 s.
        pvtData: {
          pullRetryThreshold: '5s',
          transientstoreMaxBlockRetention: 1000,
          pushAckTimeout: '3s',
          reconcileBatchSize: 100,
          reconcileSleepInterval: '5s',
          reconciliationEnabled: true,
          implicitCollectionDisseminationPolicy: { requiredPeerCount: 0, maxPeerCount: 1 },
        },
        state: { enabled: false },
      },
      deliveryclient: { reconnectTotalTimeThreshold: '3600s', connTimeout: '3s', reConnectBackoffThreshold: '2s' },
      tls: {
        enabled: true,
        cert: { file: join(tls, 'server.crt') },
        key: { file: join(tls, 'server.key') },
        rootcert: { file: tlsRoot },
      },
      authentication: { timewindow: '15m' },
      client: { connTimeout: '3s' },
      handlers: {
        authFilters: [{ name: 'DefaultAuth' }, { name: 'ExpirationCheck' }],
        decorators: [{ name: 'DefaultDecorator' }],
        endorsers: { escc: { name: 'DefaultEndorsement' } },
        validators: { vscc: { name: 'DefaultValidation' } },
      },
      discovery: { enabled: true, authCacheEnabled: true, authCacheMaxSize: 1000, authCachePurgeRetentionRatio: 0.75 },
      limits: { concurrency: { endorserService: 2500, deliverService: 2500, gatewayService: 500 } },
    },
    // No chaincode is built here: Docker is neither there nor asked for.
    vm: { endpoint: '' },
    chaincode: {
      externalBuilders: [{ name: `manam-${id}`, path: builder }],
      installTimeout: '60s',
      startuptimeout: '60s',
      executetimeout: '30s',
      mode: 'net',
      keepalive: 0,
      system: { _lifecycle: 'enable', cscc: 'enable', lscc: 'enable', qscc: 'enable' },
      logging: { level: 'info', shim: 'warning' },
    },
    ledger: {
      state: { stateDatabase: 'goleveldb', totalQueryLimit: 100000 },
      history: { enableHistoryDatabase: false },
      pvtdataStore: {
        collElgProcMaxDbBatchSize: 5000,
        collElgProcDbBatchesInterval: 1000,
        deprioritizedDataReconcilerInterval: '60m',
        purgeInterval: 100,
        purgedKeyAuditLogging: true,
      },
      snapshots: { rootDir: join(data, 'snapshots') },
    },
    operations: { listenAddress: `${bind}:${operations.port}` },
    metrics: { provider: 'prometheus' },
  };
}

/**
 * The collection of all organizations. Nothing in it is ever purged: contents hold only commitments. Nothing is
 * forwarded to other peers (`maxPeerCount`): endorsers get it from the client, and other peers request it with the
 * block; forwarding it to peers that have it took a third of each peer's time.
 */
export function collectionSettings(name: string): object {
  return [
    {
      name,
      policy: `OR(${ORGANISATIONS.map(({ mspId }) => `'${mspId}.member'`).join(', ')})`,
      requiredPeerCount: 0,
      maxPeerCount: 0,
      blockToLive: 0,
      memberOnlyRead: true,
      memberOnlyWrite: true,
    },
  ];
}
