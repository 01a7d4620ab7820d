import type { EntityManager } from '@mikro-orm/postgresql';
import { DELIVERY_GRADES, type DeliveryGrade, type DeliveryValues } from '../../domain/lot/deliveryInput.ts';
import { gramsFromKg, kgFromGrams } from '../../domain/text/units.ts';
import type { Database } from '../../platform/database/database.ts';
import { instantSql } from '../../platform/row-signatures/instantSql.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { signedTable, signRows } from '../../platform/row-signatures/signedRows.ts';
import { ACCOUNT_NAMES } from '../identity/identityViews.ts';

/** What the scale showed when a lot was received. Written once with its lot. */
export const DELIVERY_ROWS = signedTable({
  kind: 'delivery',
  table: 'delivery',
  key: { column: 'lot_id', type: 'uuid' },
  facts: {
    bags: 't.bags',
    grossGrams: 't.gross_grams',
    tareGrams: 't.tare_grams',
    grade: 't.grade',
    receivedAt: instantSql('t.received_at'),
    receivedBy: 't.received_by',
  },
});

/** A delivery as staff see it. */
export interface ReceivedDelivery {
  bags: number;
  grossKg: number;
  tareKg: number;
  /** gross less tare: the weight of the lot at its registration */
  netKg: number;
  /** null: not graded at the scale */
  grade: DeliveryGrade | null;
  /** ISO 8601 */
  receivedAt: string;
  /** name of the account; null for a partner key, and once erased */
  receivedBy: string | null;
}

/** A lot that was received at a scale. */
export interface ReceivedLot {
  lotId: string;
  delivery: DeliveryValues;
  at: Date;
  /** the account; null for a partner key */
  by: string | null;
}

interface Row {
  lotId: string;
  bags: number;
  grossGrams: number;
  tareGrams: number;
  grade: string | null;
  receivedAt: Date;
  receivedBy: string | null;
  facts: SignedFacts;
  seal: string | null;
}

const OF_LOTS = `select d.lot_id as "lotId", d.bags, d.gross_grams as "grossGrams", d.tare_grams as "tareGrams", d.grade,
    d.received_at as "receivedAt", u.name as "receivedBy", ${DELIVERY_ROWS.facts('d')} as facts, d.seal
  from delivery d left join ${ACCOUNT_NAMES} u on u.id = d.received_by where d.lot_id = any($1)`;

/** Writes the deliveries of new lots in the caller's transaction, and signs them. */
export async function writeDeliveries(em: EntityManager, received: readonly ReceivedLot[]): Promise<void> {
  if (received.length === 0) return;
  await em.execute(
    `insert into delivery (lot_id, bags, gross_grams, tare_grams, grade, received_at, received_by)
     select lot_id, bags, gross_grams, tare_grams, grade, received_at, received_by
     from json_populate_recordset(null::delivery, ?::json)`,
    [
      JSON.stringify(
        received.map(({ lotId, delivery, at, by }) => ({
          lot_id: lotId,
          bags: delivery.bags,
          gross_grams: gramsFromKg(delivery.grossKg),
          tare_grams: gramsFromKg(delivery.tareKg),
          grade: delivery.grade ?? null,
          received_at: at,
          received_by: by,
        })),
      ),
    ],
  );
  await signRows(
    em,
    DELIVERY_ROWS,
    received.map(({ lotId }) => lotId),
  );
}

/** Reads the deliveries of lots. The caller has checked that the lots are visible. */
export class Deliveries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * By the UUID of the lot; lots without a delivery are missing, and so are rows with an invalid signature, which the
   * health report then names.
   */
  async ofLots(lotIds: readonly string[]): Promise<ReadonlyMap<string, ReceivedDelivery>> {
    if (lotIds.length === 0) return new Map();
    const rows = await this.#database.rows<Row>(OF_LOTS, [lotIds]);
    return new Map(
      rows
        .filter(({ lotId, facts, seal }) => this.#database.seals.holds('delivery', lotId, facts, seal))
        .map((row) => [row.lotId, deliveryView(row)]),
    );
  }
}

function deliveryView({ bags, grossGrams, tareGrams, grade, receivedAt, receivedBy }: Row): ReceivedDelivery {
  return {
    bags,
    grossKg: kgFromGrams(grossGrams),
    tareKg: kgFromGrams(tareGrams),
    netKg: kgFromGrams(grossGrams - tareGrams),
    grade: DELIVERY_GRADES.find((known) => known === grade) ?? null,
    receivedAt: receivedAt.toISOString(),
    receivedBy,
  };
}
