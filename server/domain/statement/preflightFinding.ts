import { MENDS, type LotClearance } from '../consignment/closing.ts';
import type { Message } from '../messages/message.ts';
import type { EudrCode } from './eudrCodes.ts';
import type { FiledPlace, FiledProducer } from './statement.ts';

/** What a person can do about a finding; screens have a text and a link for each. */
export const STATEMENT_MENDS = [
  ...MENDS,
  'editStatement',
  'editOperator',
  'editProducer',
  'split',
  'inspectLot',
] as const;
export type StatementMend = (typeof STATEMENT_MENDS)[number];

/** Something that keeps a statement from being filed, or is doubtful about it. */
export interface PreflightFinding {
  /** null: a rule of the EU's schema, or of ours; the message has a code of its own */
  code: EudrCode | null;
  /** a fault keeps the statement from being filed */
  severity: 'fault' | 'warning';
  lotId: string | null;
  /** name of the plot */
  plot: string | null;
  /** name of the field in the API */
  field: string | null;
  message: Message;
  /** null: nothing that a person could do */
  mend: StatementMend | null;
}

/** A lot whose beans a statement names, as the pre-flight sees it. */
export interface PreflightLot extends LotClearance {
  lotId: string;
  /** the record agrees with its signed events on the ledger */
  matchesLedger: boolean;
}

/** What the pre-flight needs to know beside the content of a statement. */
export interface PreflightFacts {
  now: Date;
  /** the installation holds sample data */
  sampleData: boolean;
  /** who files if it is no representative: country by ISO 3166-1 alpha-2, and EORI number; null: not known */
  operator: { country: string; eori: string | null } | null;
  lots: readonly PreflightLot[];
  /** the lot and the plot's name that a place came from; null: not known. Called for places with a finding alone */
  sourceOf(producer: FiledProducer, place: FiledPlace | null): { lotId: string | null; plot: string | null } | null;
}
