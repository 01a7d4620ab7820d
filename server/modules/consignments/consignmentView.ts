import { z } from 'zod';
import { CONSIGNMENT_STATES, type ConsignmentState } from '../../domain/consignment/states.ts';
import {
  containerWarnings,
  INCOTERMS,
  type Incoterm,
  type ShippingContainer,
} from '../../domain/consignment/consignmentInput.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { BlockchainHash, RecordStatus } from '../../domain/public/publicAnswers.ts';
import { kgFromGrams } from '../../domain/text/units.ts';

const day = z.string().nullable();
const moment = z.coerce.date().nullable();

/** A consignment as `CONSIGNMENT_COLUMNS` selects it. Weights are whole grams. */
export const consignmentRow = z.object({
  id: z.string(),
  consignmentKey: z.string(),
  number: z.string(),
  buyerId: z.string(),
  buyerName: z.string(),
  state: z.enum(CONSIGNMENT_STATES),
  netGrams: z.coerce.number().nullable(),
  bags: z.number().nullable(),
  containers: z.array(z.object({ number: z.string(), seals: z.array(z.string()) })),
  billOfLading: z.string().nullable(),
  incoterm: z.enum(INCOTERMS).nullable(),
  loadingDate: day,
  departureDate: day,
  arrivalDate: day,
  countryOfEntry: z.string().nullable(),
  closedAt: moment,
  shippedAt: moment,
  deliveredAt: moment,
  grams: z.coerce.number(),
  lotCount: z.coerce.number(),
  ledgerStatus: z.enum(['pending', 'recorded', 'failed']),
  ledgerTxId: z.string().nullable(),
  ledgerSignature: z.string().nullable(),
  headSeq: z.number(),
  headHash: z.string(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  version: z.number(),
});
export type ConsignmentRow = z.output<typeof consignmentRow>;

/** The columns of a row, of the table `c` and of `CONSIGNMENT_SOURCE`. Days are texts. */
export const CONSIGNMENT_COLUMNS = `c.id, c.consignment_key as "consignmentKey", c.number, c.buyer_id as "buyerId",
  b.name as "buyerName", c.state, c.net_grams as "netGrams", c.bags, c.containers, c.bill_of_lading as "billOfLading",
  c.incoterm, c.loading_date::text as "loadingDate", c.departure_date::text as "departureDate",
  c.arrival_date::text as "arrivalDate", c.country_of_entry as "countryOfEntry", c.closed_at as "closedAt",
  c.shipped_at as "shippedAt", c.delivered_at as "deliveredAt", held.grams, held.lots as "lotCount",
  c.ledger_status as "ledgerStatus", c.ledger_tx_id as "ledgerTxId", c.ledger_signature as "ledgerSignature",
  c.head_seq as "headSeq", c.head_hash as "headHash", c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`;

/** What stands after `from consignment c join PARTIES b on b.id = c.buyer_id` for `CONSIGNMENT_COLUMNS`. */
export const HELD_BY_CONSIGNMENT = `cross join lateral (
    select coalesce(sum(h.grams), 0) as grams, count(*) as lots from consignment_lot h where h.consignment_id = c.id) held`;

/** A consignment as staff see it, in the API's units. */
export interface ConsignmentView {
  id: string;
  number: string;
  state: ConsignmentState;
  buyerId: string;
  /** null once the buyer is erased */
  buyerName: string | null;
  /** kg, of all lots in it */
  weight: number;
  lotCount: number;
  /** kg, as weighed before shipping; null: not yet */
  netWeight: number | null;
  bags: number | null;
  containers: ShippingContainer[];
  billOfLading: string | null;
  incoterm: Incoterm | null;
  loadingDate: string | null;
  departureDate: string | null;
  arrivalDate: string | null;
  /** ISO 3166-1 alpha-2 */
  countryOfEntry: string | null;
  /** what is doubtful about the data, and does not keep it from being shipped */
  warnings: Message[];
  closedAt: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  ledgerStatus: RecordStatus;
  /** null until its opening is recorded */
  blockchainHash: BlockchainHash | null;
  createdAt: Date;
  updatedAt: Date;
  /** counts changes by people, from 1 */
  version: number;
}

/** A row as staff see it. */
export function consignmentView(row: ConsignmentRow): ConsignmentView {
  const { grams, netGrams, buyerName, ledgerTxId, ledgerSignature, ...rest } = row;
  const { consignmentKey: _key, headSeq: _seq, headHash: _hash, ...own } = rest;
  return {
    ...own,
    buyerName: buyerName === '' ? null : buyerName,
    weight: kgFromGrams(grams),
    netWeight: netGrams === null ? null : kgFromGrams(netGrams),
    warnings: containerWarnings(row.containers),
    blockchainHash:
      ledgerTxId === null || ledgerSignature === null
        ? null
        : { transactionId: ledgerTxId, signature: ledgerSignature, status: row.ledgerStatus },
  };
}
