import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError, secureAddress } from '../../platform/config.ts';
import { readAuthority, type Authority } from '../../domain/proof/certificate.ts';
import { fromPem } from '../../domain/proof/fabric/envelope.ts';
import { signedHead, type SignedHead } from '../../domain/proof/head.ts';
import type { ChannelMembers } from '../../domain/proof/fabric/members.ts';

const member = z.object({ mspId: z.string().min(1), name: z.string().min(1), root: z.string() });
const peer = z.object({ address: z.string().min(1), tlsRoot: z.string() });

/** The signer must be identifiable by certificates. */
const formerHead = signedHead.refine(({ signatures }) =>
  signatures.every(({ certificate }) => certificate !== undefined),
);

/**
 * The file at FABRIC_ORGANISATIONS: who holds the channel's ledger and who orders its blocks, with their root certificates, the TLS roots of
 * their peers, PEM, and the addresses of their servers, which sign heads. What it says is trusted; it comes from the organisations, not from the network.
 */
const membersFile = z.object({
  v: z.literal(1),
  channel: z.string().min(1),
  organisations: z.array(member.extend({ peers: z.array(peer).min(1), server: secureAddress.optional() })).min(1),
  ordering: member,
  /** the newest head that this organization stored of the ledger that the channel replaces */
  former: formerHead.optional(),
});

export interface ChannelPeer {
  mspId: string;
  /** host:port */
  address: string;
  /** PEM */
  tlsRoot: string;
}

/** Where another organisation's program answers. */
export interface ChannelServer {
  mspId: string;
  /** with a slash at its end */
  address: string;
}

export interface MembersRead {
  channel: string;
  members: ChannelMembers;
  peers: readonly ChannelPeer[];
  servers: readonly ChannelServer[];
  /** the head for checking the end of the replaced ledger; null: there was none, or no head of it was stored */
  former: SignedHead | null;
}

/** @throws ConfigError with one line that names the fault of the file */
export async function readMembersFile(path: string): Promise<MembersRead> {
  const { channel, organisations, ordering, former = null } = await parsedFile(path);
  const authorities = new Map<string, Authority>();
  for (const one of [...organisations, ordering]) {
    const rootCertificate = rootOf(one.root, path, one.mspId);
    const authority = await readAuthority({ mspId: one.mspId, name: one.name, rootCertificate });
    if ('fault' in authority)
      throw new ConfigError(`FABRIC_ORGANISATIONS (${path}) cannot be used. ${authority.fault}.`);
    if (authorities.has(one.mspId)) throw new ConfigError(`FABRIC_ORGANISATIONS (${path}) names ${one.mspId} twice.`);
    authorities.set(one.mspId, authority);
  }
  const orderingAuthority = authorities.get(ordering.mspId);
  if (orderingAuthority === undefined) throw new Error('The ordering organisation was not read');
  authorities.delete(ordering.mspId);
  return {
    channel,
    members: { organisations: authorities, ordering: orderingAuthority },
    peers: organisations.flatMap(({ mspId, peers }) => peers.map((one) => ({ mspId, ...one }))),
    servers: organisations.flatMap(({ mspId, server }) => (server === undefined ? [] : [{ mspId, address: server }])),
    former,
  };
}

async function parsedFile(path: string): Promise<z.infer<typeof membersFile>> {
  const refusal = (what: string, cause?: unknown): ConfigError =>
    new ConfigError(`FABRIC_ORGANISATIONS (${path}) ${what}.`, { cause });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`FABRIC_ORGANISATIONS takes the path of a JSON file; ${path} cannot be read.`, {
      cause: error,
    });
  }
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch (error) {
    throw refusal('is not JSON', error);
  }
  const parsed = membersFile.safeParse(facts);
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.');
    throw refusal(place ? `lacks ${place}, or it has another form` : 'has another form', parsed.error);
  }
  for (const { address, tlsRoot } of parsed.data.organisations.flatMap(({ peers }) => peers)) {
    if (!holdsCertificate(tlsRoot)) throw refusal(`has no TLS root of the peer at ${address}`);
  }
  return parsed.data;
}

/** Whether a PEM begins with a certificate that can be read. */
export function holdsCertificate(pem: string | Buffer): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function rootOf(pem: string, path: string, mspId: string): Uint8Array<ArrayBuffer> {
  try {
    return fromPem(pem);
  } catch (error) {
    throw new ConfigError(`FABRIC_ORGANISATIONS (${path}) has no root certificate of ${mspId}.`, { cause: error });
  }
}
