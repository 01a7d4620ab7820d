import { fixed, sentence } from './said.ts';

const ofEvent = <const Code extends string>(code: Code, words: (event: number) => string) =>
  sentence(code, { event: 'number' }, { event: 3 }, ({ event }) => words(event));

/** Why the database and the ledger differ. The messages contain no values of a lot, so they are public. */
export const DIFFERENCE = {
  value: sentence(
    'difference.value',
    { field: 'text' },
    { field: 'weight' },
    ({ field }) => `The database and the ledger do not say the same: ${field}.`,
  ),
  lost: sentence(
    'difference.lost',
    { field: 'text' },
    { field: 'farmerName' },
    ({ field }) => `A value or its salt is gone, and no event erased it: ${field}.`,
  ),
  eventMissing: ofEvent(
    'difference.event_missing',
    (event) => `Event ${event} is counted by the ledger, which cannot show it.`,
  ),
  eventForeign: ofEvent(
    'difference.event_foreign',
    (event) => `Event ${event} stands on the ledger, and the database lacks it.`,
  ),
  eventInvalid: ofEvent('difference.event_invalid', (event) => `The transaction of event ${event} is not valid.`),
  eventChanged: ofEvent(
    'difference.event_changed',
    (event) => `Event ${event} has another content in the database than on the ledger.`,
  ),
  eventReceipt: ofEvent(
    'difference.event_receipt',
    (event) => `The database does not say of event ${event} where the ledger recorded it.`,
  ),
  eventNotRecorded: ofEvent(
    'difference.event_not_recorded',
    (event) => `The database takes event ${event} for recorded, and the ledger lacks it.`,
  ),
  eventUnreadable: ofEvent('difference.event_unreadable', (event) => `Event ${event} cannot be read in the database.`),
  eventUnsealed: ofEvent('difference.event_unsealed', (event) => `Event ${event} bears no seal of this program.`),
  eventEarlyReceipt: ofEvent(
    'difference.event_early_receipt',
    (event) => `The database says where event ${event} is recorded before it was.`,
  ),
  eventValues: sentence(
    'difference.event_values',
    { event: 'number', faults: 'texts' },
    { event: 3, faults: ['location changed'] },
    ({ event, faults }) => `Values of event ${event} are not those that it commits to: ${faults.join(', ')}.`,
  ),
  block: sentence(
    'difference.block',
    { block: 'number' },
    { block: 12 },
    ({ block }) => `A hash or a signature of block ${block} is not valid.`,
  ),
  rivalChain: fixed('difference.rival_chain', 'Another chain on the ledger carries this lot number too.'),
};
