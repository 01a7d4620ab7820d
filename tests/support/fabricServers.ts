import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { Pool } from 'pg';
import { readConfig, type FabricConfig } from '../../server/platform/config.ts';
import { CheckedTransactions } from '../../server/adapters/ledger-fabric/checkedTransactions.ts';
import { FabricLedger } from '../../server/adapters/ledger-fabric/fabricLedger.ts';
import { FabricGateway } from '../../server/adapters/ledger-fabric/gateway.ts';
import { readMembersFile } from '../../server/adapters/ledger-fabric/membersFile.ts';
import { FabricSignatures } from '../../server/domain/proof/fabric/members.ts';
import { readBlock } from '../../server/domain/proof/fabric/block.ts';
import { parseProtobuf } from '../../server/domain/proof/fabric/protobuf.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import type { FabricNetwork } from './fabricNetwork.ts';

/** The variables that the network wrote for an organisation's server. */
export async function variablesOf(network: FabricNetwork, organisation: number): Promise<NodeJS.ProcessEnv> {
  const { organisations } = await network.network();
  return { ...parseEnv(await readFile(organisations[organisation]?.environment ?? '', 'utf8')) };
}

/** The settings that they come to. */
export async function settingsOf(network: FabricNetwork, organisation: number): Promise<FabricConfig> {
  const { ledger } = readConfig(await variablesOf(network, organisation));
  if (ledger.driver !== 'fabric') throw new Error('The settings name another ledger');
  return ledger;
}

/** A server's ledger on a database. */
export interface FabricServer {
  ledger: FabricLedger;
  pool: Pool;
  /** ends the ledger, and leaves the database */
  close(): Promise<void>;
}

/** Opens the ledger of an organisation's server on a database. */
export async function openServer(config: FabricConfig, { url }: TestDatabase): Promise<FabricServer> {
  const pool = new Pool({ connectionString: url, max: 5 });
  pool.on('error', () => undefined);
  const ledger = await FabricLedger.open({ pool, config, heads: {} });
  let ended = false;
  const close = async (): Promise<void> => {
    if (ended) return;
    ended = true;
    await ledger.close();
    await pool.end();
  };
  return { ledger, pool, close };
}

/** Opens servers with databases of their own, and ends what it opened. */
export class FabricServers {
  readonly #ends: (() => Promise<unknown>)[] = [];

  async database(): Promise<TestDatabase> {
    const database = await createDatabase();
    this.#ends.push(() => database.drop());
    return database;
  }

  async on(config: FabricConfig, database: TestDatabase): Promise<FabricServer> {
    const server = await openServer(config, database);
    this.#ends.push(() => server.close());
    return server;
  }

  async of(network: FabricNetwork, organisation: number): Promise<FabricServer> {
    return this.on(await settingsOf(network, organisation), await this.database());
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}

/** The hash of every content that a valid transaction of the channel records, block after block, one for each time. */
export async function recordedOn(config: FabricConfig): Promise<string[]> {
  const read = await readMembersFile(config.organisations);
  const gateway = await FabricGateway.open(config, read);
  try {
    const transactions = new CheckedTransactions(gateway, new FabricSignatures(read.members), config.chaincode);
    const height = parseProtobuf(await gateway.system('GetChainInfo')).whole(1);
    const hashes: string[] = [];
    for (let number = 0; number < height; number += 1) {
      const block = readBlock(await gateway.system('GetBlockByNumber', String(number)));
      for (const { endorsed, recorded } of await transactions.inBlock(block)) {
        if (endorsed) hashes.push(...(recorded?.events.map(({ contentHash }) => contentHash) ?? []));
      }
    }
    return hashes;
  } finally {
    gateway.close();
  }
}
