import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Authority } from '../../domain/proof/certificate.ts';
import { headSignature, type HeadSignature, type SignedHead } from '../../domain/proof/head.ts';
import { headSignatureFaults } from '../../domain/proof/headSignatures.ts';
import { COUNTERSIGNING, LEDGER } from '../../domain/messages/healthMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { HeadLog } from '../../platform/checkpoints/witnesses.ts';
import type { ChannelServer } from './membersFile.ts';

/** Longest time that a call for a head waits for the signatures of others. */
const WITHIN_MS = 2_000;
/** A server whose peer is some blocks behind is asked again. */
const AGAIN_MS = 200;
/** Pause after a server did not answer. */
const REST_MS = 10_000;

const signed = z.object({ data: z.object({ signature: headSignature }) });
const refused = z.object({ said: z.object({ code: z.string() }) });

type Outcome = { kind: 'signed'; signature: HeadSignature } | { kind: 'differs' | 'other-end' | 'ahead' | 'away' };

/** The servers of the other organisations, each of which signs a head that it finds consistent with its own peer. */
export class Countersigners {
  readonly #servers: readonly Countersigner[];

  /** @param organisations of the channel, by MSP id */
  constructor(servers: readonly ChannelServer[], organisations: ReadonlyMap<string, Authority>, log: HeadLog | null) {
    this.#servers = servers.flatMap(({ mspId, address }) => {
      const authority = organisations.get(mspId);
      return authority === undefined ? [] : [new Countersigner(address, authority, log)];
    });
  }

  /** Which organisation did not sign when it was last asked, and why; null when all did. */
  get trouble(): Message | null {
    const troubles = this.#servers.map(({ trouble }) => trouble).filter((one) => one !== null);
    return troubles.find(({ code }) => code !== LEDGER.countersignerAway.code) ?? troubles[0] ?? null;
  }

  /** Asks the servers that did not sign last time, without waiting: their state is never older than the pause. */
  askAgain(): void {
    for (const server of this.#servers) server.askAgain();
  }

  /** Their signatures on a head, as far as they come in time. @returns `all` when none is lacking */
  async sign(head: SignedHead): Promise<{ signatures: HeadSignature[]; all: boolean }> {
    const given = await Promise.all(this.#servers.map((server) => server.sign(head)));
    const signatures = given.filter((one) => one !== null);
    return { signatures, all: signatures.length === this.#servers.length };
  }
}

class Countersigner {
  trouble: Message | null = null;
  readonly #address: string;
  readonly #authority: Authority;
  readonly #log: HeadLog | null;
  #restUntil = -Infinity;
  /** the head that it did not sign; null if it signed the last one */
  #unsigned: SignedHead | null = null;

  constructor(address: string, authority: Authority, log: HeadLog | null) {
    this.#address = new URL('api/v1/ledger/countersign', address).href;
    this.#authority = authority;
    this.#log = log;
  }

  /** @returns null when it did not sign */
  async sign(head: SignedHead): Promise<HeadSignature | null> {
    if (performance.now() < this.#restUntil) return null;
    const outcome = await this.#untilSigned(head);
    const { name } = this.#authority;
    if (outcome.kind === 'signed') {
      this.trouble = null;
      this.#unsigned = null;
      return outcome.signature;
    }
    // Its peer is behind: no fault, and the next call may succeed.
    if (outcome.kind === 'ahead') return null;
    const said = {
      differs: LEDGER.headRefused({ organisation: name, blocks: head.blocks }),
      'other-end': LEDGER.endRefused({ organisation: name }),
      away: LEDGER.countersignerAway({ organisation: name }),
    }[outcome.kind];
    if (this.trouble?.text !== said.text) this.#log?.warn({ head: plain(head) }, said.text);
    this.trouble = said;
    this.#unsigned = head;
    this.#restUntil = performance.now() + REST_MS;
    return null;
  }

  askAgain(): void {
    if (this.#unsigned !== null) void this.sign(this.#unsigned);
  }

  async #untilSigned(head: SignedHead): Promise<Outcome> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    for (;;) {
      const outcome = await this.#ask(head, signal);
      if (outcome.kind !== 'ahead') return outcome;
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return outcome;
    }
  }

  async #ask(head: SignedHead, signal: AbortSignal): Promise<Outcome> {
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ head }),
        redirect: 'error',
        signal,
      });
      const answer: unknown = await response.json();
      if (response.ok) {
        const { signature } = signed.parse(answer).data;
        return (await this.#isOurs(head, signature)) ? { kind: 'signed', signature } : { kind: 'away' };
      }
      const code = refused.safeParse(answer).data?.said.code;
      if (code === COUNTERSIGNING.differs.code) return { kind: 'differs' };
      if (code === COUNTERSIGNING.otherEnd.code) return { kind: 'other-end' };
      return { kind: code === COUNTERSIGNING.ahead.code ? 'ahead' : 'away' };
    } catch {
      return { kind: 'away' };
    }
  }

  /** Whether a signature is that organisation's, and on this head. */
  async #isOurs(head: SignedHead, signature: HeadSignature): Promise<boolean> {
    const alone = new Map([[this.#authority.mspId, this.#authority]]);
    return (await headSignatureFaults({ ...head, signatures: [signature] }, alone)).length === 0;
  }
}

function plain({ blocks, rootHash, ledgerId }: SignedHead): object {
  return { blocks, rootHash, ledgerId };
}
