import {
  RegistryAway,
  type DeclarationVerdict,
  type DueDiligenceRegistry,
  type KeepExchange,
  type RegistryOutcome,
  type RegistryRecord,
  type StatementBody,
} from '../../domain/statement/dueDiligenceRegistry.ts';
import type { StatementKind } from '../../domain/statement/statement.ts';
import {
  getDdsBody,
  getDdsByInternalReferenceBody,
  getSdBody,
  getSdByInternalReferenceBody,
  verifyDeclarationBody,
  withdrawDdsBody,
  withdrawSdBody,
} from '../../domain/statement/v3/bodies.ts';
import { EUDR_OPERATIONS, type EudrOperation } from '../../domain/statement/v3/operations.ts';
import { readRecords, readTracesAnswer, readUuid, readVerdict, type TracesReading } from './tracesAnswers.ts';
import { TracesServer, type TracesServerParts } from './tracesServer.ts';

/** Statements that one `getDds` or `getSd` takes (API reference V3, section 2.3). */
const MOST_UUIDS = 100;

const isSimplified = (kind: StatementKind): boolean => kind === 'simplified';

/**
 * Driver `traces-v3`: files statements with the EU Information System, API V3. Simplified declarations have a service
 * of their own; a grouped statement is one of due diligence that refers to others.
 */
export class TracesRegistry implements DueDiligenceRegistry {
  readonly driver = 'traces-v3';
  readonly #server: TracesServer;

  constructor(parts: TracesServerParts) {
    this.#server = new TracesServer(parts);
  }

  submit({ kind, body }: StatementBody, keep: KeepExchange): Promise<RegistryOutcome> {
    return this.#change(isSimplified(kind) ? 'submitSd' : 'submitDds', body, keep);
  }

  amend({ kind, body }: StatementBody, keep: KeepExchange): Promise<RegistryOutcome> {
    return this.#change(isSimplified(kind) ? 'updateSd' : 'amendDds', body, keep);
  }

  withdraw({ kind, uuid }: { kind: StatementKind; uuid: string }, keep: KeepExchange): Promise<RegistryOutcome> {
    return isSimplified(kind)
      ? this.#change('withdrawSd', withdrawSdBody(uuid), keep)
      : this.#change('withdrawDds', withdrawDdsBody(uuid), keep);
  }

  /** @throws RangeError for more than 100, and RegistryAway */
  async find(kind: StatementKind, uuids: readonly string[], keep: KeepExchange): Promise<RegistryRecord[]> {
    if (uuids.length === 0) return [];
    if (uuids.length > MOST_UUIDS) throw new RangeError(`At most ${MOST_UUIDS} statements are found at a time.`);
    return isSimplified(kind)
      ? this.#records('getSd', getSdBody(uuids), keep)
      : this.#records('getDds', getDdsBody(uuids), keep);
  }

  findByInternalReference(
    kind: StatementKind,
    internalReference: string,
    keep: KeepExchange,
  ): Promise<RegistryRecord[]> {
    return isSimplified(kind)
      ? this.#records('getSdByInternalReference', getSdByInternalReferenceBody(internalReference), keep)
      : this.#records('getDdsByInternalReference', getDdsByInternalReferenceBody(internalReference), keep);
  }

  verify(
    numbers: { referenceNumber: string; verificationNumber: string },
    keep: KeepExchange,
  ): Promise<DeclarationVerdict> {
    return this.#call('verifyDeclaration', verifyDeclarationBody(numbers), keep, (reading) => {
      if (reading.kind === 'answered') return readVerdict(reading.answer);
      // Numbers of another form are refused by the schema: there is no such statement.
      if (reading.kind === 'not_found' || reading.faults.every(({ message }) => message.startsWith('cvc-'))) {
        return 'non_existent';
      }
      throw unanswerable(reading);
    });
  }

  #change(operation: EudrOperation, body: string | Uint8Array, keep: KeepExchange): Promise<RegistryOutcome> {
    return this.#call(operation, body, keep, (reading): RegistryOutcome => {
      if (reading.kind === 'answered') return { kind: 'accepted', uuid: readUuid(reading.answer) };
      if (reading.kind === 'refused') return reading;
      return { kind: 'refused', faults: [{ code: 'EUDR_API_NO_DDS', message: 'There is no such statement.' }] };
    });
  }

  #records(operation: EudrOperation, body: string, keep: KeepExchange): Promise<RegistryRecord[]> {
    return this.#call(operation, body, keep, (reading) => {
      if (reading.kind === 'answered') return readRecords(reading.answer);
      if (reading.kind === 'not_found') return [];
      throw unanswerable(reading);
    });
  }

  #call<T>(
    operation: EudrOperation,
    body: string | Uint8Array,
    keep: KeepExchange,
    read: (reading: TracesReading) => T,
  ): Promise<T> {
    const { response } = EUDR_OPERATIONS[operation];
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return this.#server.call(operation, bytes, { keep, read: (answer) => read(readTracesAnswer(answer, response)) });
  }
}

/** A question that is refused has no answer; whoever may ask can ask again. */
function unanswerable({ faults }: Extract<TracesReading, { kind: 'refused' }>): RegistryAway {
  const reasons = faults.map(({ code, message }) => (code === null ? message : `${code}: ${message}`));
  return new RegistryAway(`The EU Information System refused the question: ${reasons.join('; ')}`);
}
