import type { StatementKind } from './statement.ts';

/** Status of a statement at the EU Information System (API V3) that says something here. */
export const REGISTRY_STATUSES = [
  'SUBMITTED',
  'AVAILABLE',
  'REJECTED',
  'WITHDRAWN',
  'ARCHIVED',
  'GROUPED',
  'OBSOLETE',
] as const;
/** `OTHER`: one that the program does not know, such as `SUSPENDED` and `UPDATED`, which are not active there. */
export type RegistryStatus = (typeof REGISTRY_STATUSES)[number] | 'OTHER';

/** A statement as the registry knows it. */
export interface RegistryRecord {
  uuid: string;
  internalReference: string;
  status: RegistryStatus;
  /** null: the registry has not assigned them yet */
  referenceNumber: string | null;
  verificationNumber: string | null;
  rejectionReason: string | null;
}

/** What a registry finds wrong with a statement. */
export interface RegistryFault {
  /** the EU's code, e.g. EUDR_COMMODITIES_HS_CODE_INVALID; null: none was given */
  code: string | null;
  message: string;
}

/** A statement was taken over, or refused for reasons that sending it again does not change. */
export type RegistryOutcome =
  | { kind: 'accepted'; uuid: string }
  | { kind: 'handed_over' }
  | { kind: 'refused'; faults: readonly RegistryFault[] };

/** A statement as it is sent: a body may have 35 MB, so it is written before, beside the thread of requests. */
export interface StatementBody {
  kind: StatementKind;
  /** `submissionBody` or `amendmentBody` of API V3, UTF-8 */
  body: Uint8Array;
}

/** A request and its answer, as they are kept: without secrets. */
export interface RegistryExchange {
  operation: string;
  /** XML body without the security header, UTF-8 */
  request: Uint8Array;
  /** HTTP status; null: no answer came */
  status: number | null;
  answer: string | null;
  at: Date;
}
export type KeepExchange = (exchange: RegistryExchange) => Promise<void>;

/** The answer to a reference and a verification number that a supplier gave (`verifyDeclaration`). */
export type DeclarationVerdict = 'existing_usable' | 'existing_non_usable' | 'non_existent';

/** The registry gave no usable answer: away, overloaded or broken. The call is made again later. */
export class RegistryAway extends Error {
  override readonly name = 'RegistryAway';
  /** seconds to wait at least; null: not told */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    { retryAfterSeconds = null, cause }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Where due diligence statements are filed. Drivers: `package` (a package is handed over, the importer files) and
 * `traces-v3` (the EU Information System). Calls are made at least once: before a statement is sent again, it is looked
 * up by its internal reference.
 */
export interface DueDiligenceRegistry {
  readonly driver: 'package' | 'traces-v3';
  /** @throws RegistryAway */
  submit(statement: StatementBody, keep: KeepExchange): Promise<RegistryOutcome>;
  /** Replaces the content of the statement that the body names. @throws RegistryAway */
  amend(statement: StatementBody, keep: KeepExchange): Promise<RegistryOutcome>;
  /** @throws RegistryAway */
  withdraw(statement: Pick<StatementBody, 'kind'> & { uuid: string }, keep: KeepExchange): Promise<RegistryOutcome>;
  /** At most 100 of one kind; unknown ones are missing. @throws RegistryAway */
  find(kind: StatementKind, uuids: readonly string[], keep: KeepExchange): Promise<RegistryRecord[]>;
  /** All that have an internal reference. @throws RegistryAway */
  findByInternalReference(
    kind: StatementKind,
    internalReference: string,
    keep: KeepExchange,
  ): Promise<RegistryRecord[]>;
  /** Whether a number that a supplier gave exists and may be used; null: this driver cannot ask. @throws RegistryAway */
  verify(
    numbers: { referenceNumber: string; verificationNumber: string },
    keep: KeepExchange,
  ): Promise<DeclarationVerdict | null>;
}
