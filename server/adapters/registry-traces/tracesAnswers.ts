import { z } from 'zod';
import {
  REGISTRY_STATUSES,
  RegistryAway,
  type DeclarationVerdict,
  type RegistryFault,
  type RegistryRecord,
  type RegistryStatus,
} from '../../domain/statement/dueDiligenceRegistry.ts';
import { NotAnAnswer, readXmlAnswer, type AnswerElement } from './xmlAnswer.ts';

/** What the EU Information System said to a request. */
export type TracesReading =
  | { kind: 'answered'; answer: AnswerElement }
  | { kind: 'refused'; faults: RegistryFault[] }
  | { kind: 'not_found' };

/**
 * Reads an answer by its envelope: a fault has the status 500, as a server that is broken has.
 * @param status HTTP status
 * @param response local name of the element that answers the request
 * @throws RegistryAway when it is no answer of the service: the request may be made again
 */
export function readTracesAnswer({ status, text }: { status: number; text: string }, response: string): TracesReading {
  if (status === 413) return { kind: 'refused', faults: [{ code: null, message: 'The statement is too large.' }] };
  const body = bodyOf(status, text);
  const fault = body.first('Fault');
  if (fault !== null) return readFault(fault);
  const answer = body.first(response);
  if (answer === null || status !== 200) throw unreadable(status);
  return { kind: 'answered', answer };
}

function bodyOf(status: number, text: string): AnswerElement {
  try {
    const envelope = readXmlAnswer(text);
    const body = envelope.name === 'Envelope' ? envelope.first('Body') : null;
    if (body !== null) return body;
  } catch (error) {
    if (!(error instanceof NotAnAnswer)) throw error;
    throw unreadable(status, error);
  }
  throw unreadable(status);
}

function unreadable(status: number, cause?: unknown): RegistryAway {
  const what = status === 200 ? 'something else than the service does' : String(status);
  return new RegistryAway(`The EU Information System answered ${what}.`, { cause });
}

/** Exceptions that say what is wrong with a request; others say that the service is. */
const REFUSALS = new Set(['BusinessRulesValidationException', 'PermissionDeniedException']);

function readFault(fault: AnswerElement): TracesReading {
  const [exception] = fault.first('detail')?.children ?? [];
  const message = fault.textOf('faultstring') ?? 'no reason';
  if (exception?.name === 'NotFoundException') return { kind: 'not_found' };
  if (exception !== undefined && REFUSALS.has(exception.name)) {
    const faults = errorsOf(exception);
    return {
      kind: 'refused',
      faults: faults.length > 0 ? faults : [{ code: null, message: truncateMessage(message) }],
    };
  }
  // Schema faults have no detail: the parser's own text is all there is.
  const schema = /\bcvc-[^\n]*/.exec(message)?.[0];
  if (schema !== undefined) return { kind: 'refused', faults: [{ code: null, message: truncateMessage(schema) }] };
  throw new RegistryAway(`The EU Information System refused the request: ${truncateMessage(message)}`);
}

/** `Error` with `ID` and `Message` (live schema), or `errors` with `message` and `field` (API reference). */
function errorsOf(exception: AnswerElement): RegistryFault[] {
  const errors = [...exception.all('Error'), ...exception.all('errors').flatMap(({ children }) => children)];
  return errors.slice(0, MOST_FAULTS).map((error) => {
    const field = error.textOf('Field') ?? error.textOf('field');
    const message = error.textOf('Message') ?? error.textOf('message') ?? 'no reason';
    return { code: error.textOf('ID'), message: truncateMessage(field === null ? message : `${message} (${field})`) };
  });
}

const MOST_FAULTS = 1_000;
const truncateMessage = (text: string): string => text.slice(0, 500);

const recordSchema = z.object({
  uuid: z.guid().toLowerCase(),
  internalReference: z.string().max(50),
  // One that nobody knows yet keeps none of the other statements of an answer from being read.
  status: z.string().transform((text): RegistryStatus => REGISTRY_STATUSES.find((known) => known === text) ?? 'OTHER'),
  referenceNumber: z.string().max(14).nullable(),
  verificationNumber: z.string().max(35).nullable(),
  rejectionReason: z.string().max(1_000).nullable(),
});

/**
 * Statements of `getDds`, `getSd` and the like. None is left out: a statement that seems not to be there would be sent
 * a second time.
 * @throws RegistryAway when one has another form
 */
export function readRecords(answer: AnswerElement): RegistryRecord[] {
  const overviews = answer.children.filter(({ name }) => name === 'ddsOverviewList' || name === 'sdOverviewList');
  return overviews.map((overview) =>
    parsed(recordSchema, {
      uuid: overview.textOf('uuid'),
      internalReference: overview.textOf('internalReferenceNumber') ?? '',
      status: overview.textOf('status'),
      referenceNumber: overview.textOf('referenceNumber'),
      verificationNumber: overview.textOf('verificationNumber'),
      rejectionReason: overview.textOf('rejectionReason'),
    }),
  );
}

/** The identifier of a statement that was taken over: `uuid`, or `sdIdentifier` of `submitSd`. @throws RegistryAway */
export function readUuid(answer: AnswerElement): string {
  return parsed(z.guid().toLowerCase(), answer.textOf('uuid') ?? answer.textOf('sdIdentifier'));
}

const VERDICTS = {
  EXISTING_USABLE: 'existing_usable',
  EXISTING_NON_USABLE: 'existing_non_usable',
  NON_EXISTENT: 'non_existent',
} as const satisfies Record<string, DeclarationVerdict>;
const verdictSchema = z.enum(['EXISTING_USABLE', 'EXISTING_NON_USABLE', 'NON_EXISTENT']);

/** Result of `verifyDeclaration`. @throws RegistryAway */
export function readVerdict(answer: AnswerElement): DeclarationVerdict {
  return VERDICTS[parsed(verdictSchema, answer.textOf('result'))];
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new RegistryAway('The EU Information System answered in another form.', { cause: result.error });
}
