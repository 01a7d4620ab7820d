import { describe, expect, it } from 'vitest';
import type { Signer, Signers } from './certificate.ts';
import { signatureToDer } from './der.ts';
import {
  consistencyProof,
  sameHead,
  signedHead,
  verifyConsistency,
  verifyHead,
  verifyRestoration,
  type Restoration,
  type SignedHead,
  type TreeHead,
} from './head.ts';
import { headMessage, restorationMessage } from './headSignatures.ts';
import { sha256, toHex, utf8, type Bytes } from './hashing.ts';
import { leafHash, merkleRoot, nodeHash } from './merkle.ts';
import { signedBytes, type OrganisationSignature } from './signatures.ts';

const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const HASH = { name: 'ECDSA', hash: 'SHA-256' } as const;

interface Organisation {
  signer: Signer;
  sign(message: Bytes): Promise<OrganisationSignature>;
}

async function organisation(mspId: string): Promise<Organisation> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const certificate = utf8(`certificate of ${mspId}`);
  const [notBefore, notAfter] = [new Date(0), new Date(8.64e15)];
  return {
    signer: {
      mspId,
      name: mspId,
      rootCertificate: new Uint8Array(),
      rootFingerprint: '',
      certificate,
      fingerprint: '',
      key: publicKey,
      notBefore,
      notAfter,
    },
    sign: async (message) => {
      const raw = new Uint8Array(await crypto.subtle.sign(HASH, privateKey, signedBytes(message, certificate)));
      return { mspId, signature: toHex(signatureToDer(raw)) };
    },
  };
}

const [one, other] = [await organisation('OneMSP'), await organisation('OtherMSP')];
const signers: Signers = new Map([one, other].map(({ signer }) => [signer.mspId, signer]));
const byBoth = (message: Bytes): Promise<OrganisationSignature[]> =>
  Promise.all([one.sign(message), other.sign(message)]);

const [root, id] = ['1f'.repeat(32), '2e'.repeat(32)];
const head: TreeHead = { blocks: 7, rootHash: root, ledgerId: id };
const signed: SignedHead = {
  v: 1,
  kind: 'manam-trace/head',
  ...head,
  signatures: await byBoth(headMessage(head)),
};

describe('a signed head', () => {
  it('says in one canonical text what it is, and nothing of times', () => {
    expect(new TextDecoder().decode(headMessage(signed))).toBe(
      `{"blocks":7,"kind":"manam-trace/head","ledgerId":"${id}","rootHash":"${root}","v":1}`,
    );
    expect(signedHead.parse(signed)).toEqual(signed);
    for (const bad of [{ v: 2 }, { blocks: 0 }, { blocks: 1.5 }, { rootHash: 'x' }, { at: 1 }, { signatures: [] }]) {
      expect(signedHead.safeParse({ ...signed, ...bad }).success).toBe(false);
    }
  });

  it('is valid with the signatures of all organisations over exactly it', async () => {
    expect(await verifyHead(signed, signers)).toEqual([]);
    for (const change of [{ blocks: 8 }, { rootHash: id }, { ledgerId: root }]) {
      expect(await verifyHead({ ...signed, ...change }, signers)).toEqual([
        expect.stringMatching(/^The signature of OneMSP on the head of \d blocks is not valid$/),
        expect.stringMatching(/^The signature of OtherMSP on the head of \d blocks is not valid$/),
      ]);
    }
    const alone = { ...signed, signatures: signed.signatures.slice(0, 1) };
    expect(await verifyHead(alone, signers)).toEqual(['the head of 7 blocks is not signed by OtherMSP']);
  });

  it('is told from another by each of its members', () => {
    expect(sameHead(head, signed)).toBe(true);
    for (const change of [{ blocks: 8 }, { rootHash: id }, { ledgerId: root }]) {
      expect(sameHead(head, { ...head, ...change })).toBe(false);
    }
  });
});

describe('a restoration', () => {
  const to: TreeHead = { ...head, blocks: 5, rootHash: id };

  it('is signed over both heads, and a signed head is none', async () => {
    const declared: Restoration = {
      v: 1,
      kind: 'manam-trace/restored',
      from: head,
      to,
      signatures: await byBoth(restorationMessage({ from: head, to })),
    };
    expect(await verifyRestoration(declared, signers)).toEqual([]);
    expect(await verifyRestoration({ ...declared, from: to, to: head }, signers)).toHaveLength(2);
    expect(await verifyRestoration({ ...declared, signatures: signed.signatures }, signers)).toHaveLength(2);
  });
});

describe('a consistency proof as it is sent', () => {
  it('holds between heads of one ledger alone', async () => {
    const [a, b] = [await leafHash(utf8('a')), await leafHash(utf8('b'))];
    const proof = consistencyProof.parse({
      from: { blocks: 1, rootHash: toHex(a), ledgerId: id },
      to: { blocks: 2, rootHash: toHex(await nodeHash(a, b, sha256)), ledgerId: id },
      hashes: [toHex(b)],
    });
    expect(proof.to.rootHash).toBe(toHex(await merkleRoot([a, b])));
    expect(await verifyConsistency(proof)).toBe(true);
    expect(await verifyConsistency({ ...proof, to: { ...proof.to, ledgerId: root } })).toBe(false);
    expect(await verifyConsistency({ ...proof, hashes: [] })).toBe(false);
  });
});
