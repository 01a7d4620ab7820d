import { concat, sha256, toHex, type Bytes, type Hash } from '../hashing.ts';
import { parseProtobuf } from './protobuf.ts';

/** `common.HeaderType.ENDORSER_TRANSACTION` */
const ENDORSER_TRANSACTION = 3;

/** Who made a signature: MSP id and certificate, as `msp.SerializedIdentity` says it. */
export interface Identity {
  mspId: string;
  /** DER */
  certificate: Bytes;
}

/** One peer's signature over its organization's result. */
export interface Endorsement {
  endorser: Identity;
  /** the signed data: the response, and the endorser itself */
  signed: Bytes;
  /** DER */
  signature: Bytes;
}

/** A transaction of one chaincode call, as a block holds it. */
export interface FabricTransaction {
  txId: string;
  channel: string;
  /** when its creator proposed it: the time that chaincode sees */
  at: Date;
  creator: Identity;
  /** the creator's signature over all of it, DER */
  signature: Bytes;
  /** what the creator signed */
  signed: Bytes;
  chaincode: { name: string; version: string };
  /** the chaincode's answer, exactly as all endorsers signed it */
  answer: Bytes;
  endorsements: Endorsement[];
}

/**
 * Reads an envelope (`common.Envelope`) of a block and holds its parts to one another: the id is that of nonce and creator, the
 * endorsed response names this very proposal, and the call was answered well. Whose the signatures are, and that they hold, is another
 * check.
 * @returns null for an envelope of another kind, such as the channel's configuration
 * @throws RangeError for anything that does not fit
 */
export async function readFabricEnvelope(bytes: Bytes, hash: Hash = sha256): Promise<FabricTransaction | null> {
  const envelope = parseProtobuf(bytes);
  const payload = envelope.message(1);
  const header = payload.message(1);
  const channelHeader = parseProtobuf(header.bytes(1));
  if (channelHeader.whole(1) !== ENDORSER_TRANSACTION) return null;
  const signatureHeader = parseProtobuf(header.bytes(2));
  const creator = signatureHeader.bytes(1);
  const txId = toHex(await hash(concat(signatureHeader.bytes(2), creator)));
  if (channelHeader.text(5) !== txId) fail();

  const [action, ...others] = payload.message(2).all(1);
  if (action === undefined || others.length > 0) fail();
  const transactionAction = parseProtobuf(action);
  // Fabric takes an action only under the header of its transaction.
  if (toHex(transactionAction.bytes(1)) !== toHex(header.bytes(2))) fail();
  const actionPayload = transactionAction.message(2);
  const endorsed = actionPayload.message(2);
  const response = endorsed.bytes(1);
  const proposed = concat(header.bytes(1), header.bytes(2), actionPayload.bytes(1));
  const responsePayload = parseProtobuf(response);
  if (toHex(responsePayload.bytes(1)) !== toHex(await hash(proposed))) fail();
  const chaincodeAction = responsePayload.message(2);
  const chaincodeId = chaincodeAction.message(4);
  const answer = chaincodeAction.message(3);
  if (answer.whole(1) !== 200) fail();

  return {
    txId,
    channel: channelHeader.text(4),
    at: timeOf(channelHeader.message(3)),
    creator: readIdentity(creator),
    signature: envelope.bytes(2),
    signed: envelope.bytes(1),
    chaincode: { name: chaincodeId.text(2), version: chaincodeId.text(3) },
    answer: answer.bytes(3),
    endorsements: endorsed.all(2).map((one) => {
      const endorsement = parseProtobuf(one);
      const endorser = endorsement.bytes(1);
      return { endorser: readIdentity(endorser), signed: concat(response, endorser), signature: endorsement.bytes(2) };
    }),
  };
}

/** `google.protobuf.Timestamp`, to the millisecond. */
function timeOf(timestamp: ReturnType<typeof parseProtobuf>): Date {
  return new Date(timestamp.whole(1) * 1_000 + Math.floor(timestamp.whole(2) / 1_000_000));
}

/** @throws RangeError for what is no `msp.SerializedIdentity` with a certificate in PEM */
export function readIdentity(bytes: Bytes): Identity {
  const identity = parseProtobuf(bytes);
  return { mspId: identity.text(1), certificate: fromPem(identity.text(2)) };
}

/** The one certificate of a PEM text, DER (RFC 7468). @throws RangeError for anything else */
export function fromPem(pem: string): Bytes {
  const body = /^-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem)?.[1];
  return body === undefined ? fail() : fromBase64(body.replaceAll(/\s/g, ''));
}

/** @throws RangeError for what is not base64 (RFC 4648, 4) */
export function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    return fail();
  }
}

function fail(): never {
  throw new RangeError('Not a transaction of the form that is read here');
}
