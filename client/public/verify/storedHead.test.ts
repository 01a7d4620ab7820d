import { describe, expect, it } from 'vitest';
import { consistencyCovers, foldPeaks, type NodeLayout } from '../../../server/domain/proof/consistency.ts';
import { readSigner } from '../../../server/domain/proof/certificate.ts';
import { toHex, utf8, type Bytes } from '../../../server/domain/proof/hashing.ts';
import { EMBEDDED_ORGANISATIONS, makeOrganisation } from '../../../server/adapters/ledger-embedded/organisations.ts';
import { signAs, signingKey } from '../../../server/platform/checkpoints/signingKey.ts';
import { leafHash, merkleRoot } from '../../../server/domain/proof/merkle.ts';
import { headMessage, restorationMessage } from '../../../server/domain/proof/headSignatures.ts';
import { LEDGER as LEDGER_SAYS } from '../../../server/domain/messages/healthMessages.ts';
import { publicMessageText } from '../../words/publicMessageText.ts';
import { verifyWordsIn } from '../../words/verifyWords.ts';
import * as headChecks from './headSigned.ts';
import { checkStoredHead as check, type Ask, type StoredHead, type LedgerNoticeContent } from './storedHead.ts';

const checkStoredHead = (store: Parameters<typeof check>[0], ask: Ask) => check(store, ask, async () => headChecks);
const LEDGER = 'a'.repeat(64);
const CHANGED = 'The ledger was changed since your last visit: it no longer holds what it held then.';

/** The text of a notice. */
const said = (notice: LedgerNoticeContent | null) => {
  if (notice === null) return null;
  const words = verifyWordsIn();
  const reason = publicMessageText(words, notice.reason ?? []);
  const text = reason === null ? words.tell(notice.word) : words.say('notice.changedMessage', { reason });
  return { tone: notice.tone, text };
};

/** An organisation that signs heads. */
interface Organisation {
  named: { mspId: string; name: string; rootCertificate: string };
  sign(message: Bytes): Promise<{ mspId: string; signature: string; certificate: string }>;
}

async function organisation(of: (typeof EMBEDDED_ORGANISATIONS)[number]): Promise<Organisation> {
  const made = await makeOrganisation(of, new Date());
  const { mspId, name, rootCertificate, certificate } = made;
  const signer = await readSigner(made);
  if ('fault' in signer) throw new Error(signer.fault);
  const key = signingKey(signer, made.key);
  return {
    named: { mspId, name, rootCertificate: toHex(rootCertificate) },
    sign: async (message) => ({ ...(await signAs(key, message)), certificate: toHex(certificate) }),
  };
}

/** A test ledger with texts as blocks, and its server's responses. */
class Served {
  readonly asked: string[] = [];
  blocks: string[];
  hour: number;
  ledgerId = LEDGER;
  restorations: unknown[] = [];
  closed: unknown = null;
  /** the required signers of heads; null: an older server that does not name them */
  organisations: Organisation[] | null = null;
  /** the actual signers */
  signing: Organisation[] = [];

  constructor(blocks: number) {
    this.blocks = Array.from({ length: blocks }, (_, i) => `block ${i}`);
    this.hour = blocks;
  }

  async head(blocks: number): Promise<StoredHead & { v: 1; signatures?: unknown[] }> {
    const leaves = await this.#leaves(0, blocks);
    const head = { blocks, rootHash: toHex(await merkleRoot(leaves)), ledgerId: this.ledgerId };
    if (this.organisations === null) return { v: 1, ...head };
    return { v: 1, ...head, signatures: await Promise.all(this.signing.map(({ sign }) => sign(headMessage(head)))) };
  }

  ask: Ask = async (path) => {
    this.asked.push(path);
    const { pathname, searchParams } = new URL(path, 'http://ledger');
    if (pathname === '/head') {
      return {
        status: 200,
        body: {
          data: {
            head: await this.head(this.hour),
            restorations: this.restorations,
            closed: this.closed,
            ...(this.organisations !== null && { organisations: this.organisations.map(({ named }) => named) }),
          },
        },
      };
    }
    const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
    if (to > this.blocks.length) return { status: 404, body: { message: 'The ledger has fewer blocks than this' } };
    const covers = await Promise.all(consistencyCovers(from, to).map((cover) => this.#fold(cover)));
    return { status: 200, body: { data: { hashes: covers.map(toHex) } } };
  };

  async #leaves(start: number, end: number): Promise<Bytes[]> {
    return Promise.all(this.blocks.slice(start, end).map((block) => leafHash(utf8(block))));
  }

  async #fold(cover: readonly NodeLayout[]): Promise<Bytes> {
    const hashes = cover.map(async ({ level, position }) =>
      merkleRoot(await this.#leaves(position * 2 ** level, (position + 1) * 2 ** level)),
    );
    return foldPeaks(await Promise.all(hashes));
  }
}

/** The storage of one browser. */
function storage(kept?: unknown) {
  const values = new Map<string, string>(kept === undefined ? [] : [['manam.head', JSON.stringify(kept)]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    kept: () => JSON.parse(values.get('manam.head') ?? 'null'),
  };
}

describe('the head that a browser keeps', () => {
  it('is kept at the first visit, which asks for nothing else', async () => {
    const ledger = new Served(9);
    const store = storage();
    expect(await checkStoredHead(store, ledger.ask)).toBeNull();
    expect(ledger.asked).toEqual(['/head?hourly=true']);
    expect(store.kept()).toEqual(await ledger.head(9));
  });

  it('is replaced by one that extends it, and nothing is said', async () => {
    const ledger = new Served(23);
    const store = storage(await ledger.head(9));
    expect(await checkStoredHead(store, ledger.ask)).toBeNull();
    expect(store.kept()).toEqual(await ledger.head(23));
    expect(ledger.asked).toEqual(['/head?hourly=true', '/consistency?from=9&to=23']);
    expect(await checkStoredHead(store, ledger.ask)).toBeNull();
    expect(ledger.asked).toHaveLength(3);
  });

  it('stays where the server is behind with the hour', async () => {
    const ledger = new Served(23);
    const store = storage(await ledger.head(20));
    ledger.hour = 12;
    expect(await checkStoredHead(store, ledger.ask)).toBeNull();
    expect(store.kept()).toEqual(await ledger.head(20));
  });

  it.each([
    ['other blocks since', (ledger: Served) => (ledger.blocks[7] = 'another')],
    ['the newest cut off', (ledger: Served) => ledger.blocks.splice(8)],
    ['the newest cut off, and others in their place', (ledger: Served) => ledger.blocks.splice(8, 15, 'x', 'y', 'z')],
    ['another ledger', (ledger: Served) => (ledger.ledgerId = 'b'.repeat(64))],
  ])('tells of %s, at each visit', async (_, change) => {
    const ledger = new Served(23);
    const kept = await ledger.head(20);
    const store = storage(kept);
    change(ledger);
    ledger.hour = Math.min(ledger.blocks.length, 23);
    for (let visit = 0; visit < 2; visit += 1) {
      expect(said(await checkStoredHead(store, ledger.ask))).toEqual({ tone: 'alarm', text: CHANGED });
      expect(store.kept()).toEqual(kept);
    }
  });

  it('tells what the server itself says is missing', async () => {
    const ask: Ask = async () => ({ status: 409, body: { said: LEDGER_SAYS.blocksMissing({ first: 5, last: 9 }) } });
    const alarm = {
      tone: 'alarm',
      text: 'The ledger was changed: Blocks 5 to 9, which were recorded before, are missing from the ledger.',
    };
    expect(said(await checkStoredHead(storage(), ask))).toEqual(alarm);
  });

  it('tells of a declared restore once, calmly, and of none that is about other heads', async () => {
    const ledger = new Served(23);
    const [kept, from] = [await ledger.head(20), await ledger.head(23)];
    ledger.blocks.splice(8, 15, 'x', 'y');
    ledger.hour = 10;
    ledger.restorations = [{ from: await ledger.head(10), to: await ledger.head(8) }];
    const store = storage(kept);
    expect(await checkStoredHead(store, ledger.ask)).toMatchObject({ tone: 'alarm' });
    ledger.restorations = [{ from, to: await ledger.head(8) }];
    expect(said(await checkStoredHead(store, ledger.ask))).toEqual({
      tone: 'pod',
      text: expect.stringContaining('restored from a backup'),
    });
    expect(store.kept()).toEqual(await ledger.head(10));
    expect(await checkStoredHead(store, ledger.ask)).toBeNull();
  });

  it('tells of a declared move to another ledger once, calmly, and of none from another ledger or before the kept head', async () => {
    const old = new Served(23);
    const kept = await old.head(20);
    const [last, before] = [await old.head(23), await old.head(19)];
    const ledger = new Served(3);
    ledger.ledgerId = 'b'.repeat(64);
    const store = storage(kept);
    const strangers = [null, before, { ...last, ledgerId: 'c'.repeat(64) }, { ...kept, rootHash: 'd'.repeat(64) }];
    for (const closed of strangers) {
      ledger.closed = closed;
      expect(said(await checkStoredHead(store, ledger.ask))).toEqual({ tone: 'alarm', text: CHANGED });
      expect(store.kept()).toEqual(kept);
    }
    ledger.closed = last;
    expect(said(await checkStoredHead(store, ledger.ask))).toEqual({
      tone: 'pod',
      text: expect.stringContaining('moved to another ledger'),
    });
    expect(store.kept()).toEqual(await ledger.head(3));
    expect(await checkStoredHead(store, ledger.ask)).toBeNull();
    expect(await checkStoredHead(storage(last), ledger.ask)).toMatchObject({ word: { id: 'notice.moved' } });
  });

  it('accuses nobody when nothing can be known', async () => {
    const ledger = new Served(23);
    const kept = await ledger.head(9);
    const answers: Ask[] = [
      async () => null,
      async () => ({ status: 503, body: {} }),
      async () => ({ status: 200, body: 'half an ans' }),
      async () => ({ status: 200, body: { data: { head: { ...kept, blocks: -1 } } } }),
      async (path) => (path.startsWith('/head') ? ledger.ask(path) : null),
      async (path) => (path.startsWith('/head') ? ledger.ask(path) : { status: 429, body: {} }),
      async (path) => (path.startsWith('/head') ? ledger.ask(path) : { status: 200, body: { data: { hashes: [1] } } }),
    ];
    for (const ask of answers) {
      const store = storage(kept);
      expect(await checkStoredHead(store, ask)).toBeNull();
      expect(store.kept()).toEqual(kept);
    }
  });

  it('counts for nothing when it cannot be read', async () => {
    const ledger = new Served(4);
    for (const kept of ['text', { blocks: 3 }, [], null]) {
      const store = storage(kept);
      expect(await checkStoredHead(store, ledger.ask)).toBeNull();
      expect(store.kept()).toEqual(await ledger.head(4));
    }
  });

  describe('and its signatures', async () => {
    const [coop, assurance, another] = await Promise.all(
      [EMBEDDED_ORGANISATIONS[0], EMBEDDED_ORGANISATIONS[1], EMBEDDED_ORGANISATIONS[1]].map(organisation),
    );
    if (coop === undefined || assurance === undefined || another === undefined) throw new Error('All were made');
    const both = [coop, assurance];
    const served = (signing: Organisation[], ledgerId = LEDGER): Served =>
      Object.assign(new Served(9), { organisations: both, signing, ledgerId });

    it('are expected of all organisations, and those that lack are named', async () => {
      const store = storage(await served(both).head(7));
      expect(await checkStoredHead(store, served(both).ask)).toBeNull();
      expect(store.kept().signatures).toHaveLength(2);
      const lacking = storage(await served(both).head(7));
      for (let visit = 0; visit < 2; visit += 1) {
        expect(said(await checkStoredHead(lacking, served([coop]).ask))).toEqual({
          tone: 'pod',
          text: 'The newest state of the ledger lacks the signature of Manam Assurance.',
        });
        expect(lacking.kept()).toMatchObject({ blocks: 9 });
      }
    });

    it.each<[string, (ledger: Served) => void]>([
      ['by a root of another', (ledger) => (ledger.signing = [coop, another])],
      ['by nobody', (ledger) => (ledger.signing = [])],
      ['twice by one', (ledger) => (ledger.signing = [coop, coop])],
      [
        'for another head',
        (ledger) => (ledger.signing = [coop, { ...assurance, sign: () => assurance.sign(utf8('another')) }]),
      ],
    ])('are not right where a head is signed %s: it is told and not kept', async (_, change) => {
      const ledger = served(both);
      change(ledger);
      const kept = await served(both).head(7);
      const store = storage(kept);
      expect(said(await checkStoredHead(store, ledger.ask))).toEqual({
        tone: 'alarm',
        text: 'The newest state of the ledger is not signed by the organizations that this site names.',
      });
      expect(store.kept()).toEqual(kept);
    });

    it('of a declared restore are those of the kept head, else it is an alarm', async () => {
      const ledger = served(both);
      const kept = await ledger.head(7);
      const restore = { from: await ledger.head(9), to: await ledger.head(4) };
      ledger.blocks = [...ledger.blocks.slice(0, 4), 'another'];
      ledger.hour = 5;
      const signedBy = (signing: Organisation[], message = restorationMessage(restore)) =>
        Promise.all(signing.map(async ({ sign }) => sign(message)));
      const others = restorationMessage({ from: restore.to, to: restore.to });
      for (const signatures of [
        [],
        await signedBy([coop]),
        await signedBy([coop, another]),
        await signedBy(both, others),
      ]) {
        ledger.restorations = [{ ...restore, signatures }];
        expect(said(await checkStoredHead(storage(kept), ledger.ask))).toEqual({ tone: 'alarm', text: CHANGED });
      }
      ledger.restorations = [{ ...restore, signatures: await signedBy(both) }];
      expect(await checkStoredHead(storage(kept), ledger.ask)).toMatchObject({ word: { id: 'notice.restored' } });
    });

    it('of the last head of a ledger that moved are those of the kept one, else it is an alarm', async () => {
      const old = served(both);
      const kept = await old.head(7);
      const ledger = served(both, 'b'.repeat(64));
      for (const closed of [await served([coop]).head(9), await served([coop, another]).head(9)]) {
        ledger.closed = closed;
        expect(said(await checkStoredHead(storage(kept), ledger.ask))).toEqual({ tone: 'alarm', text: CHANGED });
      }
      ledger.closed = await old.head(9);
      expect(await checkStoredHead(storage(kept), ledger.ask)).toMatchObject({ word: { id: 'notice.movedSigned' } });
      const { signatures: _, ...before } = kept;
      expect(await checkStoredHead(storage(before), ledger.ask)).toMatchObject({ word: { id: 'notice.moved' } });
    });
  });
});
