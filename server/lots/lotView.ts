import { isSatelliteOutdated } from '../domain/deforestation.ts';
import { columnOf, LOT_FIELD_NAMES, LOT_FIELDS, type LotValues, type StoredLot } from '../domain/lotTable.ts';
import { lotValues } from '../domain/lotValues.ts';
import type { LedgerStatus, Lot } from './lot.ts';

/** The newest recorded event's transaction, and whether later events still wait (decisions, 'Blockchain state of a lot'). */
export interface BlockchainHash {
  transactionId: string;
  signature: string;
  status: LedgerStatus;
}

/** A lot as staff see it, in the API's units (interfaces, '`Lot` as staff see it'). */
export interface LotView extends LotValues {
  id: string;
  satelliteOutdated: boolean;
  satelliteMessage: string | null;
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
  'satelliteMessage',
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

export function lotView(row: LotRow, now: Date): LotView {
  const updatedAt = row.updatedAt.toISOString();
  return {
    id: row.id,
    ...lotValues(row),
    satelliteOutdated: isSatelliteOutdated(row.satelliteAt, now),
    satelliteMessage: row.satelliteMessage,
    blockchainHash:
      row.ledgerTxId === null || row.ledgerSignature === null
        ? null
        : { transactionId: row.ledgerTxId, signature: row.ledgerSignature, status: row.ledgerStatus },
    createdAt: row.createdAt.toISOString(),
    updatedAt,
    timestamp: updatedAt,
    version: row.version,
  };
}
