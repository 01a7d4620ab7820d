import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { proofFiles } from '../../../tests/support/proofFiles.ts';
import { EMBEDDED_ORGANISATIONS, makeOrganisation } from '../../adapters/ledger-embedded/organisations.ts';
import { readSigner, type OrganisationCertificates } from './certificate.ts';
import { fromHex, toHex } from './hashing.ts';

const [first, second] = EMBEDDED_ORGANISATIONS;
const made = await makeOrganisation(first, new Date('2026-03-14T09:26:53Z'));
const other = await makeOrganisation(second, new Date('2048-12-31T23:59:59Z'));

/** A certificate with one of its bytes another. */
function withByte(der: Uint8Array, at: number, change: (byte: number) => number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(der);
  changed[at] = change(changed[at] ?? 0);
  return changed;
}

async function faultOf(change: Partial<OrganisationCertificates>): Promise<string | null> {
  const read = await readSigner({ ...made, ...change });
  return 'fault' in read ? read.fault : null;
}

describe('certificates of an organisation', () => {
  it('are read as OpenSSL reads them, before and after 2050', async () => {
    const stored = z.looseObject({
      organisations: z.array(
        z.object({ mspId: z.string(), name: z.string(), rootCertificate: z.string(), certificate: z.string() }),
      ),
    });
    const [proof] = (await proofFiles()).proofs.values();
    const old = stored.parse(proof).organisations.map(({ mspId, name, rootCertificate, certificate }) => ({
      mspId,
      name,
      rootCertificate: fromHex(rootCertificate),
      certificate: fromHex(certificate),
    }));
    for (const organisation of [made, other, ...old]) {
      const read = await readSigner(organisation);
      if ('fault' in read) throw new Error(read.fault);
      const [root, leaf] = [
        new X509Certificate(organisation.rootCertificate),
        new X509Certificate(organisation.certificate),
      ];
      expect(read.rootFingerprint).toBe(root.fingerprint256.replaceAll(':', '').toLowerCase());
      expect(read.fingerprint).toBe(leaf.fingerprint256.replaceAll(':', '').toLowerCase());
      expect([read.notBefore, read.notAfter]).toEqual([leaf.validFromDate, leaf.validToDate]);
      const key = new Uint8Array(await crypto.subtle.exportKey('spki', read.key));
      expect(toHex(key)).toBe(leaf.publicKey.export({ type: 'spki', format: 'der' }).toString('hex'));
    }
  });

  it('are refused with the reason', async () => {
    const { rootCertificate, certificate } = made;
    expect(await faultOf({})).toBeNull();
    expect(await faultOf({ name: second.name })).toMatch(
      /root certificate of ManamCoopMSP is not that of Manam Assurance/,
    );
    expect(await faultOf({ rootCertificate: certificate })).toMatch(/is not that of an authority/);
    expect(await faultOf({ certificate: other.certificate })).toMatch(/is not signed by its root/);
    expect(await faultOf({ rootCertificate: withByte(rootCertificate, 20, (byte) => byte ^ 1) })).toMatch(
      /not signed by itself/,
    );
    const truncated = certificate.subarray(0, -1);
    for (const broken of [truncated, new Uint8Array([...certificate, 0]), new Uint8Array(0), fromHex('3000')]) {
      expect(await faultOf({ certificate: broken })).toBe('The certificates of ManamCoopMSP cannot be read');
    }
  });

  it('are refused whichever bit of them is another', async () => {
    for (const name of ['rootCertificate', 'certificate'] as const) {
      const passed: number[] = [];
      for (let at = 0; at < made[name].length; at += 1) {
        if ((await faultOf({ [name]: withByte(made[name], at, (byte) => byte ^ 0x10) })) === null) passed.push(at);
      }
      expect([name, passed]).toEqual([name, []]);
    }
  });
});
