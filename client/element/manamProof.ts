import { PROGRAM_VERSION } from '../programVersion.ts';
import { fetchRoots } from '../public/verify/proof/fetchProof.ts';
import { proveLot, type ProofProgress } from '../public/verify/proof/proveLot.ts';
import { fetchLot, userMessage } from '../public/verify/publicApi.ts';
import { ATTRIBUTES, readAttributes, serverAt, type ElementRequest } from './attributes.ts';
import { elementWords, localeAt } from './elementWords.ts';
import { Frame, type Look } from './frame.ts';
import { headsOf, ledgerNotice, underHead, type UnderHead } from './heads.ts';
import { failureKind, proofResult, type ProofResult } from './proofResult.ts';
import type { ProofState, ShownLot } from './proofState.ts';

/** Origin of this script: the default server. */
const OWN_ORIGIN = new URL(import.meta.url).origin;
const NAME = 'manam-proof';
/** Event dispatched when a check has ended, with any result. */
const CHECKED = 'manam-proof-checked';

/**
 * `<manam-proof lot="LOT701" roots="...">`: shows the verdict of a lot and its proof, checked in the visitor's browser
 * (docs/manam-proof.md). It stores only the newest head of the ledger, and only if the page sets `remember`. It
 * requests the lot, its proof, the ledger head and, if the page pins no roots, those that the server names.
 */
class ManamProof extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;
  static readonly version = PROGRAM_VERSION;

  readonly #frame = new Frame(this.attachShadow({ mode: 'open' }), () => this.#begin());
  #run: AbortController | null = null;
  #due = false;
  #result: ProofResult | null = null;

  /** The last result; null before the first. */
  get result(): ProofResult | null {
    return this.#result;
  }

  connectedCallback(): void {
    this.#soon();
  }

  disconnectedCallback(): void {
    this.#run?.abort();
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (before !== now && this.isConnected) this.#soon();
  }

  /** Debounces attribute changes into one check. */
  #soon(): void {
    this.#run?.abort();
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#begin();
    });
  }

  #begin(): void {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.#result = null;
    // It rejects only after an abort.
    this.#check(run.signal).catch(() => undefined);
  }

  async #check(signal: AbortSignal): Promise<void> {
    const locale = localeAt(this);
    const words = elementWords(locale);
    const asked = readAttributes(this, OWN_ORIGIN, words);
    const written = this.getAttribute('lot') ?? '';
    const look: Look = {
      words,
      lang: new Intl.Locale(locale).language,
      variant: this.getAttribute('variant') === 'full' ? 'full' : 'card',
      lotId: 'lotId' in asked ? asked.lotId : written,
      origin: 'origin' in asked ? asked.origin : OWN_ORIGIN,
    };
    const show = (state: ProofState): void => this.#frame.show(look, state);
    const fail = (message: string, mayRetry: boolean, told: Omit<ProofResult, 'lot'>): void => {
      show({ phase: 'failed', message, mayRetry });
      this.#tell({ lot: look.lotId, ...told });
    };
    if ('message' in asked) {
      return fail(asked.message, false, { result: 'unreadable', attribute: asked.attribute });
    }
    if (!navigator.onLine) {
      window.addEventListener('online', () => this.#begin(), { once: true, signal });
      return fail(words.say('call.offline'), true, { result: 'no-lot', failure: 'offline' });
    }
    show({ phase: 'loading' });
    try {
      const shown = await this.#load(asked, signal);
      if (shown.answer.lot.lotId !== asked.lotId) {
        return fail(words.say('element.otherLot'), true, { result: 'no-lot', failure: 'other' });
      }
      show(shown);
      await this.#prove(shown, asked, signal, show);
    } catch (failure) {
      signal.throwIfAborted();
      const kind = failureKind(failure);
      fail(words.tell(userMessage(failure)), kind !== 'notFound', { result: 'no-lot', failure: kind });
    }
  }

  /**
   * The lot, the server's statements about its ledger and, if the page pins none, its roots.
   * @throws PublicCallError
   */
  async #load({ lotId, pinned, origin, remember }: ElementRequest, signal: AbortSignal): Promise<ShownLot> {
    const server = serverAt(origin);
    const [answer, notice, named] = await Promise.all([
      fetchLot(lotId, signal, server),
      ledgerNotice(headsOf(origin, remember), server, signal),
      pinned === undefined ? fetchRoots(signal, server) : undefined,
    ]);
    signal.throwIfAborted();
    return { phase: 'shown', answer, proof: { phase: 'fetching' }, pinned, named, notice, under: null };
  }

  async #prove(
    shown: ShownLot,
    { lotId, pinned, origin, remember }: ElementRequest,
    signal: AbortSignal,
    show: (state: ProofState) => void,
  ): Promise<void> {
    const server = serverAt(origin);
    const held: { last: (ProofProgress & { phase: 'done' }) | null } = { last: null };
    const end = (proof: ProofProgress, under: UnderHead | null): void => {
      show({ ...shown, proof, under });
      const result = proofResult(lotId, proof, under);
      if (result !== null) this.#tell(result);
    };
    const tell = (proof: ProofProgress): void => {
      if (proof.phase === 'done') held.last = proof;
      else end(proof, null);
    };
    // Never use the server's roots: only the page's owner decides which roots to trust.
    await proveLot(shown.answer, { roots: async () => pinned, server, signal, tell });
    if (held.last === null) return;
    const under = await underHead(held.last.newest, headsOf(origin, remember), server, signal);
    signal.throwIfAborted();
    end(held.last, under);
  }

  #tell(result: ProofResult): void {
    this.#result = result;
    this.dispatchEvent(new CustomEvent(CHECKED, { detail: result, bubbles: true, composed: true }));
  }
}

// A page may include the file twice.
if (customElements.get(NAME) === undefined) customElements.define(NAME, ManamProof);
