import type { ToldLot } from '../../server/domain/publicPages.ts';
import type { Drawing } from '../design/map/drawing.ts';
import type { GivenLot } from './verify/givenLot.ts';
import { readLotAnswer, type PublicLot } from './verify/publicAnswers.ts';
import { lotFailure, userMessage } from './verify/publicApi.ts';
import { checkLotId } from './verify/searchInput.ts';

type MapOf = (lot: PublicLot) => Drawing | null;

/**
 * What the server told of the lot in an address, in the words of the page; null where it told of none.
 * @param lotId as the address writes it
 * @param mapOf where a lot grew: drawn on the server, and taken from the page in the browser
 */
export function givenOf(lotId: string | null, told: ToldLot | null, mapOf: MapOf): GivenLot | null {
  if (lotId === null || told === null) return null;
  const checked = checkLotId(lotId);
  if ('message' in checked) {
    return { lotId, lot: { status: 'failed', message: { id: checked.message }, mayRetry: false }, map: null };
  }
  const answer = told.status === 200 ? readLotAnswer(told.data) : null;
  if (answer !== null) return { lotId, lot: { status: 'ready', value: answer }, map: mapOf(answer.lot) };
  const failure = lotFailure(told.status);
  const mayRetry = failure.kind !== 'notFound';
  return { lotId, lot: { status: 'failed', message: userMessage(failure), mayRetry }, map: null };
}
