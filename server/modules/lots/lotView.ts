import { isSatelliteOutdated } from '../../domain/forest/deforestation.ts';
import { columnOf, LOT_FIELD_NAMES, LOT_FIELDS, type LotValues, type StoredLot } from '../../domain/lot/lotTable.ts';
import { lotValues } from '../../domain/lot/lotValues.ts';
import type { BlockchainHash } from '../../domain/public/publicAnswers.ts';
import { SATELLITE } from '../../domain/messages/satelliteMessages.ts';
import { textOf, type Message } from '../../domain/messages/message.ts';
import { storedMessages } from '../../domain/messages/registry.ts';
import type { LotKind } from '../../domain/lot/lotKind.ts';
import { availableGrams } from '../../domain/mass/massBalance.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import type { Lot } from './lot.ts';

/** A lot as staff see it, in the API's units (docs/spec/lots-and-stages.md, 'Views of a lot'). */
export interface LotView extends LotValues {
  id: string;
  kind: LotKind;
  /** kg in transformations and consignments */
  used: number;
  /** kg that are left */
  available: number;
  satelliteOutdated: boolean;
  satelliteMessage: string | null;
  /** the same as messages */
  satelliteSaid: Message[];
  /** null until the creation is recorded */
  blockchainHash: BlockchainHash | null;
  createdAt: string;
  updatedAt: string;
  timestamp: string;
  version: number;
}

/** What a row says beside the fields of `lotTable.ts`. */
const BESIDE = [
  'id',
  'kind',
  'usedGrams',
  'satelliteMessage',
  'satelliteSaid',
  'ledgerStatus',
  'ledgerTxId',
  'ledgerSignature',
  'createdAt',
  'updatedAt',
  'version',
] as const satisfies readonly (keyof Lot)[];

/** A row of the lot table, as `LOT_COLUMNS` selects it. */
export interface LotRow extends StoredLot, Pick<Lot, (typeof BESIDE)[number]> {}

/** The columns of a lot, of the table `l`, under their names in a row. */
export const LOT_COLUMNS = [...LOT_FIELD_NAMES.map((field) => LOT_FIELDS[field].stored), ...BESIDE]
  .map((name) => `l.${columnOf(name)} as "${name}"`)
  .join(', ');
/** What stands after `from` for `LOT_COLUMNS`. */
export const LOT_SOURCE = 'lot l';

export function lotView(row: LotRow, now: Date): LotView {
  const updatedAt = row.updatedAt.toISOString();
  return {
    id: row.id,
    kind: row.kind,
    used: kgFromGrams(row.usedGrams),
    available: kgFromGrams(availableGrams(row)),
    ...lotValues(row),
    satelliteOutdated: isSatelliteOutdated(row.satelliteAt, now),
    satelliteMessage: row.satelliteMessage,
    satelliteSaid: storedMessages(row.satelliteSaid, row.satelliteMessage),
    blockchainHash: recordOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt,
    timestamp: updatedAt,
    version: row.version,
  };
}

const QUEUED: ReadonlySet<string> = new Set([SATELLITE.firstCheckQueued.code, SATELLITE.newPlaceCheckQueued.code]);

/** Whether nothing is known yet about the lot's present land, since its check is queued. */
export function waitsForCheck({ satelliteSaid }: LotView): boolean {
  return satelliteSaid.some(({ code }) => QUEUED.has(code));
}

/** The lot with one more message before those about its satellite check. */
export function withMessages(view: LotView, said: Message): LotView {
  const satelliteSaid = [said, ...view.satelliteSaid];
  return { ...view, satelliteSaid, satelliteMessage: textOf(satelliteSaid) };
}

/** The position of a lot's newest recorded event; null until its creation is recorded. */
export function recordOf({ ledgerTxId, ledgerSignature, ledgerStatus }: LotRow): BlockchainHash | null {
  if (ledgerTxId === null || ledgerSignature === null) return null;
  return { transactionId: ledgerTxId, signature: ledgerSignature, status: ledgerStatus };
}
