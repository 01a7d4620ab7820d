import type { PageState, PageLedger } from '../../server/domain/public/publicPages.ts';
import type { Drawing } from '../design/map/drawing.ts';
import type { GivenLot } from './verify/givenLot.ts';
import {
  readLedgerDriver,
  readLedgerSummary,
  readLotAnswer,
  readProvenanceChain,
  type LotAnswer,
} from './verify/publicAnswers.ts';
import { ledgerRecord, lotFailure, userMessage } from './verify/publicApi.ts';
import { checkLotId } from './verify/searchInput.ts';

const NOTHING = { ledger: { status: 'idle' }, map: null } as const;

type MapOf = (answer: LotAnswer) => Drawing | null;

/**
 * The lot data that the server sent for an address, in the page's language; null if it sent none.
 * @param lotId as in the address
 * @param mapOf map of the origin: rendered on the server, taken from the page in the browser
 */
export function preloadedLot(
  lotId: string | null,
  { lot: told, ledger }: Pick<PageState, 'lot' | 'ledger'>,
  mapOf: MapOf,
): GivenLot | null {
  if (lotId === null || told === null) return null;
  const checked = checkLotId(lotId);
  if ('message' in checked) {
    return { ...NOTHING, lotId, lot: { status: 'failed', message: { id: checked.message }, mayRetry: false } };
  }
  const answer = told.status === 200 ? readLotAnswer(told.data) : null;
  if (answer !== null) {
    return { lotId, lot: { status: 'ready', value: answer }, ledger: ledgerOf(ledger), map: mapOf(answer) };
  }
  const failure = lotFailure(told.status);
  const mayRetry = failure.kind !== 'notFound';
  return { ...NOTHING, lotId, lot: { status: 'failed', message: userMessage(failure), mayRetry } };
}

function ledgerOf(told: PageLedger | null): GivenLot['ledger'] {
  if (told === null) return NOTHING.ledger;
  const record = ledgerRecord(
    readLedgerSummary(told.blockchain),
    readProvenanceChain(told.provenance),
    readLedgerDriver(told.health),
  );
  return record === null ? NOTHING.ledger : { status: 'ready', value: record };
}
