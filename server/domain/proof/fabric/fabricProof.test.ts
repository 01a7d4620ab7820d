import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyTransition, CONTRACTS } from '../../ledger/transitions.ts';
import { checkProof } from '../checkProof.ts';
import { readAuthority, type Authority } from '../certificate.ts';
import { fromHex } from '../hashing.ts';
import { proofFile, type FabricProof } from '../proofFile.ts';
import { fromBase64, readFabricEnvelope, type FabricTransaction } from './envelope.ts';
import { FabricSignatures } from './members.ts';

/**
 * A lot of four events in two transactions on a channel of Fabric 2.5.16, each in a block of its own, with the whole blocks. Its
 * contract named itself version 2: here an invented next version that has the rules of version 1.
 */
const given = z
  .object({ roots: z.array(z.string()).length(3), proof: z.unknown() })
  .parse(JSON.parse(readFileSync(new URL('../../../../tests/support/fabricProof.json', import.meta.url), 'utf8')));
const { roots } = given;
const [coop = '', assurance = '', ordering = ''] = roots;

beforeEach(() => void CONTRACTS.set('2', (...event) => applyTransition('1', ...event)));
afterEach(() => void CONTRACTS.delete('2'));

function fresh({ whole = true } = {}): FabricProof {
  const file = proofFile.parse(structuredClone(given.proof));
  if (file.ledger !== 'fabric') throw new Error('Not a proof of a Fabric channel');
  if (!whole) for (const block of file.blocks) delete block.envelopes;
  return file;
}

/** The same base64 text with one bit of its bytes turned. */
function turned(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const open = async (file: unknown, known: readonly string[] | undefined = roots) => {
  const { proven, steps } = await checkProof(file, { roots: known });
  const left = steps.flatMap((step) =>
    step.state === 'proven' || step.reason.code === 'rests' ? [] : [`${step.state} ${step.code}: ${step.reason.code}`],
  );
  return { proven, left };
};

describe('the proof of a lot on a Fabric channel', () => {
  it('is proven whole with its blocks', async () => {
    const { proven, recorded, newest, steps } = await checkProof(fresh(), { roots });
    expect([proven, steps.every(({ state }) => state === 'proven')]).toEqual([true, true]);
    expect(recorded?.clear).toMatchObject({ stage: 'drying', weightGrams: 48_000 });
    expect(newest?.number).toBe(fresh().blocks.at(-1)?.number);
  });

  it('is proven without them but for the places of its transactions', async () => {
    expect(await open(fresh({ whole: false }))).toEqual({ proven: true, left: ['not checked path: whole_blocks'] });
  });

  it('is not checked where the rules that judged its events are not known', async () => {
    CONTRACTS.delete('2');
    expect(await open(fresh())).toEqual({ proven: false, left: ['not checked chain: unknown_rules'] });
  });

  it.each<[string, readonly string[] | undefined, boolean, string[]]>([
    ['nobody', [], false, ['failed roots: other_roots']],
    ['one organisation alone', [coop, ordering], false, ['failed roots: other_roots']],
    ['a third organisation as well', [...roots, 'ab'.repeat(32)], false, ['failed roots: other_roots']],
    ['nobody who orders blocks', [coop, assurance], false, ['not checked headers: ordering_root']],
    ['them in capitals', roots.map((one) => one.toUpperCase()), true, []],
  ])('with roots of %s', async (_who, known, proven, left) => {
    expect(await open(fresh(), known)).toEqual({ proven, left });
  });

  it('without known roots is held to its own, and not proven', async () => {
    const { proven, steps } = await checkProof(fresh());
    expect([proven, steps.find(({ state }) => state !== 'proven')?.code]).toEqual([false, 'roots']);
  });

  it.each<[what: string, change: (file: FabricProof) => unknown, fault: string]>([
    [
      'a content',
      ({ events: [one] }) => (one!.content = one!.content.replace('Trinitario', 'Criollo')),
      'events: content_differs',
    ],
    ['the first event', ({ events }) => events.shift(), 'chain: chain_broken'],
    ['the order of events', ({ events }) => events.reverse(), 'chain: chain_broken'],
    ['the transaction of an event', ({ events: [one] }) => (one!.transaction = 1), 'events: content_differs'],
    [
      'a transaction that is not there',
      ({ events: [one] }) => (one!.transaction = 7),
      'events: transaction_unreadable',
    ],
    ['the lot', (file) => (file.lotKey = 'ab'.repeat(16)), 'events: another_event'],
    ['a transaction that is left out of its block', ({ blocks: [one] }) => one!.envelopes!.pop(), 'path: path_differs'],
    [
      'a transaction that is put into its block',
      ({ blocks: [one] }) => one!.envelopes!.push(one!.envelopes![0]!),
      'path: path_differs',
    ],
    ['another block', ({ transactions: [one, two] }) => (one!.block = two!.block), 'path: path_differs'],
    ['a hash in a header', ({ blocks: [one] }) => (one!.previousHash = 'ab'.repeat(32)), 'headers: header_differs'],
    [
      'the signatures of a header',
      ({ blocks: [one, two] }) => (one!.signatures = two!.signatures),
      'headers: header_differs',
    ],
    ['no signature of a header', ({ blocks: [one] }) => (one!.signatures = ''), 'headers: header_differs'],
    ['the order of blocks', ({ blocks }) => blocks.reverse(), 'headers: headers_unlinked'],
    [
      'a root in the place of another',
      (file) => (file.organisations[1]!.rootCertificate = file.organisations[0]!.rootCertificate),
      'roots: other_roots',
    ],
    ['an organisation twice', (file) => file.organisations.push(file.organisations[0]!), 'roots: organisation_twice'],
    ['an organisation that is left out', (file) => file.organisations.pop(), 'roots: other_roots'],
    [
      'who orders blocks',
      (file) => (file.ordering = { ...file.organisations[0]!, mspId: 'OtherMSP' }),
      'roots: other_roots',
    ],
  ])('is not, with a change of %s', async (_what, change, fault) => {
    const file = fresh();
    change(file);
    expect(await open(JSON.parse(JSON.stringify(file)))).toEqual({ proven: false, left: [`failed ${fault}`] });
  });

  it('is not, with any bit of a transaction turned', async () => {
    const length = Buffer.from(fresh().transactions[0]!.envelope, 'base64').length;
    // Everywhere, in steps that share no divisor with the lengths of the parts.
    for (let at = 0; at < length; at += 41) {
      const file = fresh({ whole: false });
      file.transactions[0]!.envelope = turned(file.transactions[0]!.envelope, at);
      expect([at, (await open(file)).proven]).toEqual([at, false]);
    }
  });

  it('is not, with any bit of what orderers signed turned', async () => {
    const length = Buffer.from(fresh().blocks[0]!.signatures, 'base64').length;
    for (let at = 0; at < length; at += 17) {
      const file = fresh();
      file.blocks[0]!.signatures = turned(file.blocks[0]!.signatures, at);
      expect([at, (await open(file)).proven]).toEqual([at, false]);
    }
  });
});

describe('a transaction of a Fabric channel', () => {
  const envelope = fresh().transactions[0]!.envelope;

  it('is not read when its header is not the one that was endorsed', async () => {
    const bytes = fromBase64(envelope);
    const read = await readFabricEnvelope(bytes);
    // The seconds of its time come before its channel's name, which is two fields before its id.
    const name = Buffer.from(bytes).indexOf(read?.channel ?? '');
    for (const at of [name - 8, name, Buffer.from(bytes).indexOf(read?.txId ?? '')]) {
      await expect(readFabricEnvelope(fromBase64(turned(envelope, at)))).rejects.toThrow(RangeError);
    }
  });

  /** The authorities of the file, as many organisations of them. */
  async function signatures(organisations = 2): Promise<FabricSignatures> {
    const { organisations: known, ordering: orderer } = fresh();
    const read = async (one: FabricProof['ordering']): Promise<Authority> => {
      const authority = await readAuthority({ ...one, rootCertificate: fromHex(one.rootCertificate) });
      if ('fault' in authority) throw new Error(authority.fault);
      return authority;
    };
    const all = await Promise.all(known.map(read));
    for (let more = all.length; more < organisations; more += 1) all.push({ ...all[0]!, mspId: `Other${more}MSP` });
    return new FabricSignatures({
      organisations: new Map(all.map((one) => [one.mspId, one])),
      ordering: await read(orderer),
    });
  }

  it.each<[what: string, organisations: number, change: (one: FabricTransaction) => void, faults: string[]]>([
    ['as it is', 2, () => undefined, []],
    ['of two organisations out of three', 3, () => undefined, []],
    ['of two organisations out of four', 4, () => undefined, ['missing Other2MSP', 'missing Other3MSP']],
    ['of one alone', 2, ({ endorsements }) => endorsements.shift(), ['missing ManamCoopMSP']],
    ['of one twice', 2, (one) => (one.endorsements[0] = one.endorsements[1]!), ['missing ManamCoopMSP']],
    ['signed by nobody', 2, (one) => (one.endorsements = []), ['missing ManamCoopMSP', 'missing ManamAssuranceMSP']],
    [
      'with another signature',
      2,
      ({ endorsements: [one, two] }) => (one!.signature = two!.signature),
      ['invalid ManamCoopMSP'],
    ],
    [
      'endorsed by a client',
      2,
      ({ endorsements: [one], creator }) => (one!.endorser = creator),
      ['stranger ManamCoopMSP'],
    ],
    [
      'endorsed in the name of another',
      2,
      ({ endorsements: [one] }) => (one!.endorser = { ...one!.endorser, mspId: 'OtherMSP' }),
      ['stranger OtherMSP'],
    ],
    ['sent by a peer', 2, (one) => (one.creator = one.endorsements[0]!.endorser), ['stranger ManamCoopMSP']],
    [
      'before its certificates',
      2,
      (one) => (one.at = new Date(0)),
      ['expired ManamCoopMSP', 'expired ManamCoopMSP', 'expired ManamAssuranceMSP'],
    ],
  ])('%s', async (_what, organisations, change, faults) => {
    const transaction = await readFabricEnvelope(fromBase64(envelope));
    if (transaction === null) throw new Error('Not a transaction of a chaincode');
    change(transaction);
    const found = await (await signatures(organisations)).transactionFaults(transaction);
    expect(found.map((one) => ('mspId' in one ? `${one.kind} ${one.mspId}` : one.kind))).toEqual(faults);
  });
});
