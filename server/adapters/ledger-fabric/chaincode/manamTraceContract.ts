import contractApi, { type Context } from 'fabric-contract-api';
import type { z } from 'zod';
import { CONTRACT_NAME } from '../../../domain/ledger/channelForms.ts';
import { CONTRACT } from '../../../domain/ledger/transitions.ts';
import { canonicalText } from '../../../domain/proof/hashing.ts';
import { askedBeginning, ChannelState } from './channelState.ts';
import { ContractRefusal } from './contractRefusal.ts';
import { askedEvents, askedLots, readEvents, readHeads, readLots } from './reading.ts';
import { handedEvents, recordEvents, type Placed } from './recording.ts';

// Node finds no names of its own in this package.
const { Contract, Info, Param, Returns, Transaction } = contractApi;

/** The one form in which `record` takes events. */
const RECORD_FORM = '1';

/**
 * The ledger as a contract on a Fabric channel. Arguments and answers are text, answers canonical JSON; what must not come into a block
 * comes in transient fields. Calls that are refused throw `ContractRefusal`.
 */
@Info({ title: 'Manam-Trace', description: 'The chains of cacao lots', version: CONTRACT })
export class ManamTraceContract extends Contract {
  constructor() {
    super(CONTRACT_NAME);
  }

  /**
   * Begins the channel, once. Transient: `salt`, 32 random bytes in hex, by which the keys of lot ids are made.
   * @param value canonical JSON of `{ closes }`: the last head of the ledger whose place this one takes, or null. With a head the ledger is
   *   moving: until `settle` it takes events of the organisation that began it alone, with their former places
   * @throws ContractRefusal ALREADY_BEGUN, BAD_REQUEST
   */
  @Param('value', 'string')
  @Returns('string')
  @Transaction()
  async begin(ctx: Context, value: string): Promise<string> {
    const channel = new ChannelState(ctx.stub);
    const { closes } = parsed(askedBeginning, value, 'The beginning');
    const began = { closes, by: callerOf(ctx) };
    const salt = transient(ctx, 'salt');
    if (!/^[0-9a-f]{64}$/.test(salt)) throw new ContractRefusal('BAD_REQUEST', 'salt takes 32 bytes in hex');
    if ((await channel.beginning()) !== null) throw new ContractRefusal('ALREADY_BEGUN', 'The channel has begun');
    await channel.begin(began, salt);
    return canonicalText({ ...began, settled: began.closes === null });
  }

  /**
   * Ends the move that the channel began with.
   * @throws ContractRefusal NOT_BEGUN, SETTLED when nothing is being moved, NOT_YOURS when another organisation moves its ledger
   */
  @Returns('string')
  @Transaction()
  async settle(ctx: Context): Promise<string> {
    const channel = new ChannelState(ctx.stub);
    const { settled, ...began } = await standing(channel);
    if (settled) throw new ContractRefusal('SETTLED', 'Nothing is being moved');
    if (began.by !== callerOf(ctx)) throw new ContractRefusal('NOT_YOURS', `The move is that of ${began.by}`);
    await channel.settle(placeOf(ctx));
    return canonicalText({ ...began, settled: true });
  }

  /** How the channel began: `{ by, closes, settled }`. @throws ContractRefusal NOT_BEGUN */
  @Returns('string')
  @Transaction(false)
  async readBeginning(ctx: Context): Promise<string> {
    return canonicalText(await standing(new ChannelState(ctx.stub)));
  }

  /**
   * Records events, as `recordEvents` says. Transient: `events`, JSON of `handedEvents`.
   *
   * @param form '1'
   *
   * @returns canonical JSON of `RecordedEvents`, stored in the block
   */
  @Param('form', 'string')
  @Returns('string')
  @Transaction()
  async record(ctx: Context, form: string): Promise<string> {
    if (form !== RECORD_FORM) throw new ContractRefusal('BAD_REQUEST', `record takes form ${RECORD_FORM}`);
    const events = parsed(handedEvents, transient(ctx, 'events'), 'The transient field events');
    return canonicalText(await recordEvents(new ChannelState(ctx.stub), events, placeOf(ctx), callerOf(ctx)));
  }

  /**
   * Reads chains, as `readLots` says. Only evaluated.
   * @param lotKeys JSON array of chain keys
   * @param from `seq`, in digits, that the first of them is read from
   * @returns JSON of `ReadLots`
   */
  @Param('from', 'string')
  @Param('lotKeys', 'string')
  @Returns('string')
  @Transaction(false)
  async readLots(ctx: Context, lotKeys: string, from: string): Promise<string> {
    const keys = parsed(askedLots, lotKeys, 'lotKeys');
    if (!/^[1-9]\d{0,8}$/.test(from)) throw new ContractRefusal('BAD_REQUEST', 'from takes a number from 1');
    return canonicalText(await readLots(new ChannelState(ctx.stub), keys, Number(from)));
  }

  /**
   * Reads how far chains go, as `readHeads` says. Only evaluated.
   * @param lotKeys JSON array of chain keys
   */
  @Param('lotKeys', 'string')
  @Returns('string')
  @Transaction(false)
  async readHeads(ctx: Context, lotKeys: string): Promise<string> {
    const keys = parsed(askedLots, lotKeys, 'lotKeys');
    return canonicalText(await readHeads(new ChannelState(ctx.stub), keys));
  }

  /**
   * Reads public records of events, as `readEvents` says. Only evaluated.
   * @param eventIds JSON array of event ids
   */
  @Param('eventIds', 'string')
  @Returns('string')
  @Transaction(false)
  async readEvents(ctx: Context, eventIds: string): Promise<string> {
    const ids = parsed(askedEvents, eventIds, 'eventIds');
    return canonicalText(await readEvents(new ChannelState(ctx.stub), ids));
  }

  /** Key of the chain that carries a lot id, or null, as JSON. Transient: `lotId`. Only evaluated. */
  @Returns('string')
  @Transaction(false)
  async lotChain(ctx: Context): Promise<string> {
    const channel = new ChannelState(ctx.stub);
    await standing(channel);
    return canonicalText(await channel.chain(await channel.salt(), transient(ctx, 'lotId')));
  }
}

/** @throws ContractRefusal NOT_BEGUN */
async function standing(channel: ChannelState) {
  const began = await channel.beginning();
  if (began === null) throw new ContractRefusal('NOT_BEGUN', 'The channel has not begun');
  return { ...began, settled: began.closes === null || (await channel.settled()) };
}

/** The organisation whose client calls, MSP id: its certificate is checked by each peer before the contract is asked. */
function callerOf(ctx: Context): string {
  return ctx.clientIdentity.getMSPID();
}

/** How far a transaction's time may be from the clock of an organisation that endorses it. */
const CLOCKS_MS = 15 * 60_000;

/**
 * The client says when a transaction is, and what it says is recorded; so no organisation endorses a time that is not its own, more or
 * less. Clocks decide whether a call is endorsed, never what it records.
 * @throws ContractRefusal TIME_OFF
 */
function placeOf(ctx: Context): Placed {
  const at = ctx.stub.getDateTimestamp();
  if (Math.abs(Date.now() - at.getTime()) > CLOCKS_MS) {
    throw new ContractRefusal('TIME_OFF', 'The time of the transaction is more than 15 minutes away');
  }
  return { txId: ctx.stub.getTxID(), at: at.toISOString() };
}

/** @throws ContractRefusal BAD_REQUEST */
function transient(ctx: Context, field: string): string {
  const value = ctx.stub.getTransient().get(field);
  if (value === undefined) throw new ContractRefusal('BAD_REQUEST', `The transient field ${field} is missing`);
  return Buffer.from(value).toString('utf8');
}

/** @throws ContractRefusal BAD_REQUEST */
function parsed<T>(form: z.ZodType<T>, text: string, what: string): T {
  const { data } = form.safeParse(jsonOf(text));
  if (data === undefined) throw new ContractRefusal('BAD_REQUEST', `${what} cannot be read`);
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
