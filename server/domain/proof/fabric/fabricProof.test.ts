import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { consigned, ConsignmentWriter, LotWriter, transformed } from '../../../../tests/adapters/lotEvents.ts';
import { CALL_LIMITS, CONTRACT_NAME } from '../../ledger/channelForms.ts';
import type { LedgerEvent } from '../../ledger/ledger.ts';
import { CONTRACT, CONTRACTS } from '../../ledger/transitions.ts';
import { checkProof } from '../checkProof.ts';
import { readAuthority, type Authority } from '../certificate.ts';
import { canonicalText, concat, contentTextHash, fromHex, sha256, toHex, utf8, type Bytes } from '../hashing.ts';
import { proofFile, type FabricProof } from '../proofFile.ts';
import { fromBase64, readFabricEnvelope, type FabricTransaction } from './envelope.ts';
import { FabricSignatures } from './members.ts';

/**
 * A lot of four events in two transactions on a channel of Fabric 2.5.16, each in a block of its own, with the whole blocks. Its
 * contract named itself version 2 before there was one; that takes contents of version 1 as well.
 */
const given = z
  .object({ roots: z.array(z.string()).length(3), proof: z.unknown() })
  .parse(JSON.parse(readFileSync(new URL('../../../../tests/support/fabricProof.json', import.meta.url), 'utf8')));
const { roots } = given;
const [coop = '', assurance = '', ordering = ''] = roots;

const contract2 = CONTRACTS.get('2');
afterEach(() => void (contract2 && CONTRACTS.set('2', contract2)));

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
  }, 30_000);

  it('is not, with any bit of what orderers signed turned', async () => {
    const length = Buffer.from(fresh().blocks[0]!.signatures, 'base64').length;
    for (let at = 0; at < length; at += 17) {
      const file = fresh();
      file.blocks[0]!.signatures = turned(file.blocks[0]!.signatures, at);
      expect([at, (await open(file)).proven]).toEqual([at, false]);
    }
  }, 30_000);
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

/** A field of a message of the protocol buffers: a number, or bytes. */
function field(number: number, value: number | Bytes): Bytes {
  const varint = (whole: number): number[] =>
    whole < 128 ? [whole] : [(whole % 128) + 128, ...varint(Math.floor(whole / 128))];
  if (typeof value === 'number') return Uint8Array.from([...varint(number * 8), ...varint(value)]);
  return concat(Uint8Array.from([...varint(number * 8 + 2), ...varint(value.length)]), value);
}

/** A transaction that records events, without signatures, as large as one of a network: of each event 300 bytes besides its hash. */
async function unsignedEnvelope(events: readonly LedgerEvent[], pem: string): Promise<string> {
  const hashes = await Promise.all(
    events.map(async ({ content }) => ({ contentHash: await contentTextHash(content) })),
  );
  const at = '2026-11-23T08:00:00.000Z';
  const answer = utf8(canonicalText({ v: 1, contract: CONTRACT, at, events: hashes }));
  const creator = concat(field(1, utf8('ManamCoopMSP')), field(2, utf8(pem)));
  const nonce = new Uint8Array(24);
  const txId = toHex(await sha256(concat(nonce, creator)));
  const channelHeader = concat(
    field(1, 3),
    field(3, field(1, Date.parse(at) / 1_000)),
    field(4, utf8('manam')),
    field(5, utf8(txId)),
  );
  const signatureHeader = concat(field(1, creator), field(2, nonce));
  const proposal = utf8('input');
  const action = concat(
    field(1, new Uint8Array(300 * events.length)),
    field(3, concat(field(1, 200), field(3, answer))),
    field(4, concat(field(2, utf8(CONTRACT_NAME)), field(3, utf8(CONTRACT)))),
  );
  const proposed = await sha256(concat(channelHeader, signatureHeader, proposal));
  const response = concat(field(1, proposed), field(2, action));
  const endorsed = concat(field(1, proposal), field(2, field(1, response)));
  const transaction = field(1, concat(field(1, signatureHeader), field(2, endorsed)));
  const header = concat(field(1, channelHeader), field(2, signatureHeader));
  const envelope = concat(field(1, concat(field(1, header), field(2, transaction))), field(2, new Uint8Array()));
  return Buffer.from(envelope).toString('base64');
}

describe('a proof out of transfers of grams', () => {
  /** The steps of a file with these transactions, up to their signatures, which it lacks. */
  async function stepsOf(lotKey: string, transactions: readonly (readonly LedgerEvent[])[]): Promise<string[]> {
    const file = fresh({ whole: false });
    const body = file.organisations[0]!.rootCertificate;
    const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(body, 'hex').toString('base64')}\n-----END CERTIFICATE-----\n`;
    file.v = 2;
    file.lotKey = lotKey;
    const block = file.blocks[0]!.number;
    file.transactions = [];
    file.events = [];
    for (const [i, events] of transactions.entries()) {
      file.transactions.push({ envelope: await unsignedEnvelope(events, pem), block });
      const own = events.filter((event) => event.lotKey === lotKey);
      for (const { content } of own) file.events.push({ content, transaction: i, disclosed: [] });
    }
    const { steps } = await checkProof(JSON.parse(JSON.stringify(file)));
    return steps.flatMap(({ code, state }) => (state === 'proven' || state === 'failed' ? [`${code} ${state}`] : []));
  }
  const UP_TO_SIGNATURES = ['file proven', 'events proven', 'chain proven', 'headers proven', 'signatures failed'];

  it('is read of the largest transfer, for an input and for what was made of it', async () => {
    const lots = Array.from({ length: 1_000 }, () => new LotWriter());
    const created = lots.map((lot) => lot.created());
    const outputs = Array.from({ length: 100 }, () => ({ lot: new LotWriter(), grams: 500_000 }));
    const parts = lots.map((lot) => ({ lot, grams: 50_000 }));
    const transfer = transformed(parts, outputs);
    expect(transfer.at(-1)!.content.length).toBeGreaterThan(CALL_LIMITS.contentCharacters);
    expect(await stepsOf(lots[0]!.lotKey, [created.slice(0, 1), transfer])).toEqual(UP_TO_SIGNATURES);
    expect(await stepsOf(outputs[0]!.lot.lotKey, [transfer])).toEqual(UP_TO_SIGNATURES);
  });

  it('is read of the chain of a consignment', async () => {
    const [lot, consignment] = [new LotWriter(), new ConsignmentWriter()];
    lot.created();
    const opened = consignment.step('opened');
    const added = consigned(consignment, 'added', [{ lot, grams: 1_000 }]);
    const transactions = [[opened], added, [consignment.step('closed')]];
    expect(await stepsOf(consignment.lotKey, transactions)).toEqual(UP_TO_SIGNATURES);
    const broken = await stepsOf(consignment.lotKey, [[opened], [consignment.step('shipped')]]);
    expect(broken.at(-1)).toBe('chain failed');
  });
});
