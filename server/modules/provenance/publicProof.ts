import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { currentRequest, streamedStep, type RequestScope } from '../../platform/database/requestScope.ts';
import { parsePublicLotId } from '../../domain/lot/lotId.ts';
import { readContent, type CommittedField } from '../../domain/ledger/content.ts';
import { disclosure, withDisclosures, type ProofFile } from '../../domain/proof/proofFile.ts';
import { WHOLE_PROOF_LOTS } from '../../domain/proof/wholeProof.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { ancestorKeys, hasAncestor } from './ancestors.ts';
import { readDossiers, type LotDossier } from './lotDossier.ts';
import type { Verifications } from './verifications.ts';
import { VERSION } from '../../platform/process/version.ts';
import { LOT_EVENTS, LOT_MARKERS, PERSONAL_VALUES } from '../lots/lotViews.ts';

type Kept = LotDossier['kept'][number];

/** Fields of which the public sees only the present value; an earlier, corrected one stays closed. */
const PRESENT: readonly CommittedField[] = ['farmerName', 'farmId', 'place2'];
const PRESENT_ANONYMISED: readonly CommittedField[] = ['place1'];
/** Of each stage, as the journey shows it. */
const EACH: readonly CommittedField[] = ['processDetails', 'location'];

/** The lot with all that its proof depends on: its row, which changes with each event, and the stored values. */
const MARKED = `
  select l.id, l.lot_key as "lotKey", l.marker || ' ' || (
    select coalesce(encode(sha256(string_agg(sha256(convert_to(
      concat_ws('|', v.event_id, v.field, length(v.value::text), v.value, encode(v.salt, 'hex')), 'UTF8')), ''::bytea
      order by v.event_id, v.field)), 'hex'), '')
    from ${PERSONAL_VALUES} v join ${LOT_EVENTS} e using (event_id) where e.lot_id = l.id
  ) as marker
  from ${LOT_MARKERS} l`;
const BY_LOT_ID = `${MARKED} where l.lot_id = $1`;
const BY_KEYS = `${MARKED} where l.lot_key = any($1)`;

const LOT_KEY = /^[0-9a-f]{32}$/;

interface Marked {
  id: string;
  lotKey: string;
  marker: string;
}

/** A proof file as text, UTF-8. */
interface ProofText {
  text: Buffer;
  events: number;
}

/** Bytes of all proof files that are remembered. */
const MOST_REMEMBERED = 32 * 1024 * 1024;
/** Events that are written in one turn of the event loop. */
const AT_ONCE = 100;
/** Lots of a whole proof that are read and written at a time. */
const WHOLE_AT_ONCE = 20;

/** Proof files for shoppers: all events of one lot, with the personal values that its public page shows and no others. */
export class PublicProof {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #verifications: Verifications;
  readonly #texts = new LRUCache<string, ProofText & { marker: string }>({ maxSize: MOST_REMEMBERED });

  constructor(parts: { database: Database; ledger: Ledger; verifications: Verifications }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#verifications = parts.verifications;
  }

  /**
   * The proof file (`domain/proof/proofFile.ts`), as JSON text in UTF-8; null when there is no such lot or nothing of it
   * is recorded. A file that was made of the lot as it still is is shown again.
   * @param whole with whole blocks (`Ledger.proveLot`); such a file is not remembered
   * @throws LedgerAway when the ledger cannot be reached
   */
  async make(lotId: string, whole = false): Promise<Buffer | null> {
    const lot = await this.#lotOf(lotId);
    return lot === null ? null : this.#proofOf(lot, whole);
  }

  /**
   * The proof file of a lot that a public lot was made of, directly or over others, by its key on the ledger. It opens
   * what the public page of that lot shows, and nothing else; null when the lot was not made of it.
   * @throws LedgerAway when the ledger cannot be reached
   */
  async makeInput(lotId: string, lotKey: string): Promise<Buffer | null> {
    // Also keeps texts that PostgreSQL cannot store out of the query.
    if (!LOT_KEY.test(lotKey)) return null;
    const lot = await this.#lotOf(lotId);
    if (lot === null || !(await hasAncestor(this.#database, lot.id, lotKey))) return null;
    const [input] = await this.#database.rows<Marked>(BY_KEYS, [[lotKey]]);
    return input === undefined ? null : this.#proofOf(input, false);
  }

  /**
   * The whole proof of a lot (`domain/proof/wholeProof.ts`): its own and those of all lots that it was made of, streamed
   * as JSON text some lots at a time. Null when there is no such lot or nothing of it is recorded.
   * @throws Refused 'conflict' when these are more than `WHOLE_PROOF_LOTS`
   * @throws LedgerAway when the ledger cannot be reached
   */
  async makeWhole(lotId: string): Promise<Readable | null> {
    const lot = await this.#lotOf(lotId);
    if (lot === null) return null;
    const keys = await ancestorKeys(this.#database, lot.id, WHOLE_PROOF_LOTS + 1);
    if (keys.length > WHOLE_PROOF_LOTS) {
      throw new Refused({ kind: 'conflict', said: REFUSED.wholeProofTooLarge({ lots: WHOLE_PROOF_LOTS }) });
    }
    const own = await this.#proofOf(lot, false);
    if (own === null) return null;
    const request = currentRequest();
    return Readable.from(this.#wholeText(lot.lotKey, own, keys.slice(1), request), { objectMode: false });
  }

  async *#wholeText(
    lotKey: string,
    own: Buffer,
    others: readonly string[],
    request: RequestScope | undefined,
  ): AsyncGenerator<Buffer | string> {
    yield `{"v":1,"kind":"manam-trace/whole-proof","lotKey":"${lotKey}","proofs":[\n`;
    yield own;
    for (let from = 0; from < others.length; from += WHOLE_AT_ONCE) {
      const some = others.slice(from, from + WHOLE_AT_ONCE);
      yield await streamedStep(request, () => this.#someProofs(some));
    }
    yield '\n]}\n';
  }

  /** Proofs of some lots, each after a comma. @throws Error when one is not there, which cuts the answer off */
  async #someProofs(lotKeys: readonly string[]): Promise<Buffer> {
    const rows = await this.#database.rows<Marked>(BY_KEYS, [lotKeys]);
    const lots = new Map(rows.map((lot) => [lot.lotKey, lot]));
    const parts: Buffer[] = [];
    for (const lotKey of lotKeys) {
      const lot = lots.get(lotKey);
      const proof = lot === undefined ? null : await this.#proofOf(lot, false);
      if (proof === null) throw new Error('A lot of a whole proof has no proof');
      parts.push(Buffer.from(',\n'), proof);
    }
    return Buffer.concat(parts);
  }

  /** Shoppers address lots only by the number on the package. */
  async #lotOf(lotId: string): Promise<Marked | null> {
    const parsed = parsePublicLotId(lotId);
    return 'fault' in parsed ? null : this.#database.row<Marked>(BY_LOT_ID, [parsed.lotId]);
  }

  async #proofOf(lot: Marked, whole: boolean): Promise<Buffer | null> {
    return this.#verifications.run('public', `proof ${lot.id} ${lot.marker} ${whole}`, async () => {
      const known = whole ? undefined : this.#texts.get(lot.id);
      const proof = known?.marker === lot.marker ? known : await this.#made(lot, whole);
      if (proof === null) return null;
      currentRequest()?.work.show(proof.events);
      if (!whole) this.#texts.set(lot.id, { ...proof, marker: lot.marker }, { size: proof.text.length });
      return proof.text;
    });
  }

  /** Called for each event of topic 'lot': an outdated proof is not kept until another one replaces it. */
  forget(lotUuid: string): void {
    this.#texts.delete(lotUuid);
  }

  async #made({ id, lotKey }: Marked, whole: boolean): Promise<ProofText | null> {
    const file = await this.#ledger.proveLot(lotKey, { whole });
    const dossier = file && (await readDossiers(this.#database, [id])).get(id);
    if (!dossier) return null;
    const text = await written(withDisclosures(file, disclosuresOf(dossier, file)));
    return { text, events: file.events.length };
  }
}

/** For readers of the file alone: nothing is checked by it. */
const MADE_BY = `Manam-Trace ${VERSION}`;

/** The file's JSON, a few events at a time. */
async function written({ events, ...rest }: ProofFile): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from(`${JSON.stringify({ ...rest, madeBy: MADE_BY }).slice(0, -1)},"events":[`)];
  for (let from = 0; from < events.length; from += AT_ONCE) {
    await pause();
    const some = JSON.stringify(events.slice(from, from + AT_ONCE)).slice(1, -1);
    parts.push(Buffer.from(from > 0 ? `,${some}` : some));
  }
  return Buffer.concat([...parts, Buffer.from(']}')]);
}

/** The stored values that are public, with the salts that open their commitments. */
function disclosuresOf({ row, kept }: LotDossier, file: ProofFile) {
  const present = (field: CommittedField): Kept[] => {
    // Of a long chain few contents name the field at all.
    const last = file.events.findLast(
      ({ content }) => content.includes(`"${field}":`) && readContent(content)?.commit[field] !== undefined,
    );
    const eventId = readContent(last?.content ?? null)?.eventId;
    return kept.filter((one) => one.field === field && one.eventId === eventId);
  };
  const shown = row.isAnonymized
    ? PRESENT_ANONYMISED.flatMap(present)
    : [...PRESENT.flatMap(present), ...kept.filter(({ field }) => EACH.includes(field))];
  return shown.map(({ eventId, field, value, salt }) => ({
    eventId,
    field,
    value: disclosure.shape.value.parse(value),
    salt: Buffer.from(salt).toString('hex'),
  }));
}
