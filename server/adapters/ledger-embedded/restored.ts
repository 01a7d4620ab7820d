import type { PoolClient } from 'pg';
import type { Signers } from '../../domain/proof/certificate.ts';
import {
  restoration,
  sameHead,
  verifyRestoration,
  type Restoration,
  type SignedHead,
  type TreeHead,
} from '../../domain/proof/head.ts';
import { restorationMessage } from '../../domain/proof/headSignatures.ts';
import { canonicalText } from '../../domain/proof/hashing.ts';
import { checkGenesis } from './blockCheck.ts';
import { readConfiguration } from './channel.ts';
import { signAs, type SigningKey } from '../../platform/checkpoints/signingKey.ts';
import { readGenesis } from './storedChain.ts';
import type { Queryable } from '../../platform/checkpoints/tree.ts';

/** Stores the organisations' word that the ledger went from one head back to another. */
export async function declareRestored(
  client: PoolClient,
  from: TreeHead,
  to: TreeHead,
  keys: readonly SigningKey[],
): Promise<void> {
  const message = restorationMessage({ from, to });
  const signatures = await Promise.all(keys.map((key) => signAs(key, message)));
  const declaration = { v: 1, kind: 'manam-trace/restored', from, to, signatures };
  await client.query('insert into ledger_restored (declaration) values ($1)', [canonicalText(declaration)]);
}

/** The declarations that the organizations signed, newest first; other rows are ignored. */
export async function restorations(client: Queryable, signers: Signers): Promise<Restoration[]> {
  const { rows } = await client.query<{ declaration: string }>(
    'select declaration from ledger_restored order by id desc',
  );
  const checked = rows.map(async ({ declaration }): Promise<Restoration[]> => {
    const { data } = restoration.safeParse(parsed(declaration));
    return data !== undefined && (await verifyRestoration(data, signers)).length === 0 ? [data] : [];
  });
  return (await Promise.all(checked)).flat();
}

/**
 * The point from which the ledger counts as new for those who know an older head: a declaration that names exactly this
 * head, so that none made for one cut covers a second one, or block 0 that contains it as the closing head of the
 * previous ledger.
 * @returns the head to continue from, still to be compared with the blocks; null when nothing names the known head
 */
export async function declaredSince(
  client: Queryable,
  known: TreeHead,
  signers: Signers,
): Promise<TreeHead | 'block 0' | null> {
  const declared = (await restorations(client, signers)).find(({ from }) => sameHead(from, known));
  if (declared !== undefined) return declared.to;
  const closed = await closedHead(client, signers);
  return closed !== null && sameHead(closed, known) ? 'block 0' : null;
}

/** The last head of the ledger that this one took the place of, out of a block 0 that checks out; null: there is none. */
export async function closedHead(client: Queryable, signers: Signers): Promise<SignedHead | null> {
  const genesis = await readGenesis(client);
  const configuration = genesis?.configuration ? readConfiguration(genesis.configuration) : null;
  if (configuration?.v !== 2) return null;
  return (await checkGenesis(genesis, signers)).length === 0 ? configuration.closes : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
