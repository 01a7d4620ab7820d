import { answer, overview } from './answers.ts';
import { SoapFault } from './soapFault.ts';
import { childNamed, childrenNamed, textNamed, type SoapRequest } from './soapRequest.ts';
import { callerErrors, readStatement, statementErrors, type KnownOperator } from './statementRules.ts';
import type { StatementService, StatementStore, StoredStatement } from './statementStore.ts';
import type { Misbehaviour } from './misbehaviours.ts';

/** What an operation is done with. */
export interface OperationContext {
  store: StatementStore;
  operator: KnownOperator;
  request: SoapRequest;
  /** the request as it came, for the statement in it */
  raw: string;
  /** milliseconds */
  now: number;
  /** whether a misbehaviour shows in this operation */
  misbehaves: (name: Misbehaviour) => boolean;
}

/** An answer without a fault that is no answer either. */
export class BrokenAnswer extends Error {}

const MINUTE = 60_000;
const MOST_UUIDS = 100;
const MOST_OF_REFERENCE = 1_000;

/** Operations by the name of their request. Each gives the XML of its answer. @throws SoapFault, BrokenAnswer */
export const OPERATIONS: Readonly<Record<string, (context: OperationContext) => string>> = {
  SubmitDdsRequest: (context) => submit('dds', 'SubmitDdsResponse', 'uuid', context),
  AmendDdsRequest: (context) => amend('dds', 'AmendDdsResponse', 'uuid', context),
  WithdrawDdsRequest: (context) => withdraw('dds', 'WithdrawDdsResponse', 'uuid', context),
  GetDdsRequest: (context) => byUuids('dds', 'GetDdsResponse', textsNamed(context, 'uuidList'), context),
  GetDdsByInternalReferenceRequest: (context) => byReference('dds', 'GetDdsByInternalReferenceResponse', context),
  GetDdsByIdentifiersRequest: (context) => byIdentifiers('dds', 'GetDdsByIdentifiersResponse', context),
  SubmitSdRequest: (context) => submit('sd', 'SubmitSdResponse', 'sdIdentifier', context),
  UpdateSdRequest: (context) => amend('sd', 'UpdateSdResponse', 'sdIdentifier', context),
  WithdrawSdRequest: (context) => withdraw('sd', 'WithdrawSdResponse', 'sdIdentifier', context),
  GetSdRequest: (context) => {
    const named = childrenNamed(context.request.request, 'uuidAndVersionNumberList');
    const uuids = named.map((one) => textNamed(one, 'uuid') ?? '');
    return byUuids('sd', 'GetSdResponse', uuids, context);
  },
  GetSdByInternalReferenceRequest: (context) => byReference('sd', 'GetSdByInternalReferenceResponse', context),
  GetSdByIdentifiersRequest: (context) => byIdentifiers('sd', 'GetSdByIdentifiersResponse', context),
  VerifyDeclarationRequest: verify,
};

function textsNamed({ request }: OperationContext, name: string): string[] {
  return childrenNamed(request.request, name).map(({ text }) => text.trim());
}

/** The `statement` element of a request, read and checked. @throws SoapFault */
function checkedStatement({ request, raw, operator }: OperationContext, service: StatementService) {
  const statement = childNamed(request.request, 'statement');
  if (statement === null) throw SoapFault.schema('cvc-complex-type.2.4.b: The statement is missing.');
  const caller = callerErrors(operator, service === 'sd');
  const role = textNamed(request.request, 'operatorRole') ?? '';
  const errors = caller.length > 0 ? caller : statementErrors(statement, operator, role);
  if (errors.length > 0) throw SoapFault.rules(errors);
  return { read: readStatement(statement), xml: outerXml(raw, statement.name, request.declarations) };
}

/** An element of a text, its tags included, that can be read on its own. Prefixes stay as they are. */
function outerXml(raw: string, name: string, declarations: string): string {
  const start = `<${name}`;
  const from = raw.indexOf(start) + start.length;
  const hasOwn = raw.slice(from, raw.indexOf('>', from)).includes('xmlns');
  return `${start}${hasOwn ? '' : declarations}${raw.slice(from, raw.lastIndexOf(`</${name}>`))}</${name}>`;
}

function submit(service: StatementService, response: string, id: string, context: OperationContext): string {
  const { read, xml } = checkedStatement(context, service);
  const { uuid } = context.store.submit(service, read, xml, context.now);
  return answer(response, context.request.namespace, [[id, uuid]]);
}

function amend(service: StatementService, response: string, id: string, context: OperationContext): string {
  const stored = context.store.get(service, textNamed(context.request.request, id) ?? '');
  if (context.misbehaves('amendRefused')) {
    throw SoapFault.rule('EUDR_API_AMEND_NOT_ALLOWED_FOR_STATUS', 'Only an available DDS can be amended.', 'uuid');
  }
  const { read, xml } = checkedStatement(context, service);
  context.store.amend(stored, read, xml, context.now);
  return changed(response, context.request.namespace, stored);
}

function withdraw(service: StatementService, response: string, id: string, context: OperationContext): string {
  const stored = context.store.get(service, textNamed(context.request.request, id) ?? '');
  context.store.withdraw(stored, context.now);
  return changed(response, context.request.namespace, stored);
}

function changed(response: string, namespace: string, { uuid, status }: StoredStatement): string {
  return answer(response, namespace, [
    ['uuid', uuid],
    ['status', status],
  ]);
}

function byUuids(
  service: StatementService,
  response: string,
  uuids: readonly string[],
  context: OperationContext,
): string {
  if (uuids.length > MOST_UUIDS) {
    throw SoapFault.schema(`cvc-complex-type.2.4.f: an element can occur a maximum of '${MOST_UUIDS}' times.`);
  }
  const wanted = new Set(uuids.map((uuid) => uuid.toLowerCase()));
  return overviews(service, response, context, ({ uuid }) => wanted.has(uuid));
}

function byReference(service: StatementService, response: string, context: OperationContext): string {
  const reference = textNamed(context.request.request, 'internalReference');
  return overviews(service, response, context, ({ internalReference }) => internalReference === reference);
}

function overviews(
  service: StatementService,
  response: string,
  { store, request, now, misbehaves }: OperationContext,
  isWanted: (stored: StoredStatement) => boolean,
): string {
  const found = store.all
    .filter((stored) => stored.service === service && isWanted(stored))
    .slice(0, MOST_OF_REFERENCE);
  const isFresh = ({ status, changedAt }: StoredStatement): boolean =>
    status === 'WITHDRAWN' && now - changedAt < 5 * MINUTE;
  if (found.some(isFresh) && misbehaves('failsAfterWithdraw')) throw new BrokenAnswer();
  const hidesNew = found.some(({ submittedAt }) => now - submittedAt < MINUTE) && misbehaves('emptyAfterSubmit');
  const shown = hidesNew ? found.filter(({ submittedAt }) => now - submittedAt >= MINUTE) : found;
  const inner = shown.map((stored) => overview(`${service}OverviewList`, stored)).join('');
  return answer(response, request.namespace, [], inner);
}

function byNumbers(store: StatementStore, referenceNumber: string | null, verificationNumber: string | null) {
  return store.all.find(
    (one) =>
      one.referenceNumber !== null &&
      one.referenceNumber === referenceNumber &&
      one.verificationNumber === verificationNumber,
  );
}

function byIdentifiers(service: StatementService, response: string, context: OperationContext): string {
  const numbers = childNamed(context.request.request, 'referenceAndVerificationNumber');
  const found = byNumbers(
    context.store,
    textNamed(numbers, 'referenceNumber'),
    textNamed(numbers, 'verificationNumber'),
  );
  if (found?.service !== service || context.misbehaves('identifiersNotFound')) {
    throw SoapFault.exception('NotFoundException', 'Data not found.');
  }
  return answer(response, context.request.namespace, [], found.xml);
}

/** Usable are all but those that were withdrawn or rejected, and those without numbers cannot be asked for. */
function verify({ store, request, now }: OperationContext): string {
  const found = byNumbers(
    store,
    textNamed(request.request, 'referenceNumber'),
    textNamed(request.request, 'verificationNumber'),
  );
  const usable = found !== undefined && ['AVAILABLE', 'GROUPED', 'ARCHIVED'].includes(found.status);
  return answer('VerifyDeclarationResponse', request.namespace, [
    ['result', found === undefined ? 'NON_EXISTENT' : usable ? 'EXISTING_USABLE' : 'EXISTING_NON_USABLE'],
    ['status', found?.status ?? null],
    ['dateTime', new Date(now).toISOString()],
  ]);
}
