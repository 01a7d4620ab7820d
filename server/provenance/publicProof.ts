import type { Database } from '../database/database.ts';
import { isUuid } from '../domain/lotId.ts';
import { eventContent, type CommittedField } from '../domain/ledger/content.ts';
import { disclosure, withDisclosures, type ProofFile } from '../domain/proof/proof.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { readDossiers, type LotDossier } from './lotDossier.ts';

type Kept = LotDossier['kept'][number];

/** Fields of which the public sees the present value alone; an earlier one, corrected since, stays closed. */
const PRESENT: readonly CommittedField[] = ['farmerName', 'farmId', 'place2'];
const PRESENT_ANONYMISED: readonly CommittedField[] = ['place1'];
/** Of each stage, as the journey shows it. */
const EACH: readonly CommittedField[] = ['processDetails'];

/** Proof files for shoppers: all events of one lot, with the personal values that its public page shows and no others. */
export class PublicProof {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #lots: LotReader;

  constructor(parts: { database: Database; ledger: Ledger; lots: LotReader }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#lots = parts.lots;
  }

  /**
   * The proof file, version 1 (`domain/proof/proof.ts`); null when there is no such lot or nothing of it is recorded.
   * @throws LedgerAway when the ledger cannot be reached
   */
  async make(lotId: string): Promise<ProofFile | null> {
    // Shoppers address lots by the number on the package alone.
    const lot = isUuid(lotId) ? null : await this.#lots.find({ kind: 'all' }, lotId);
    if (lot === null) return null;
    const dossier = (await readDossiers(this.#database, [lot.id])).get(lot.id);
    if (dossier === undefined) return null;
    const file = await this.#ledger.proveLot(dossier.row.lot_key);
    return file === null ? null : withDisclosures(file, disclosuresOf(dossier, file));
  }
}

/** The kept values that anyone may see, with the salts that open their commitments. */
function disclosuresOf({ row, kept }: LotDossier, file: ProofFile) {
  const contents = file.events.map(({ content }) => eventContent.parse(JSON.parse(content)));
  const present = (field: CommittedField): Kept[] => {
    const last = contents.findLast(({ commit }) => commit[field] !== undefined);
    return kept.filter((one) => one.field === field && one.eventId === last?.eventId);
  };
  const shown = row.is_anonymized
    ? PRESENT_ANONYMISED.flatMap(present)
    : [...PRESENT.flatMap(present), ...kept.filter(({ field }) => EACH.includes(field))];
  return shown.map(({ eventId, field, value, salt }) => ({
    eventId,
    field,
    value: disclosure.shape.value.parse(value),
    salt: Buffer.from(salt).toString('hex'),
  }));
}
