import type { ToldLot } from '../../server/domain/publicPages.ts';
import type { GivenLot } from './verify/givenLot.ts';
import { readLotAnswer } from './verify/publicAnswers.ts';
import { lotFailure, userMessage } from './verify/publicApi.ts';
import { checkLotId } from './verify/searchInput.ts';

/**
 * What the server told of the lot in an address, in the words of the page; null where it told of none.
 * @param lotId as the address writes it
 */
export function givenOf(lotId: string | null, told: ToldLot | null): GivenLot | null {
  if (lotId === null || told === null) return null;
  const checked = checkLotId(lotId);
  if ('message' in checked) {
    return { lotId, lot: { status: 'failed', message: { id: checked.message }, mayRetry: false } };
  }
  const answer = told.status === 200 ? readLotAnswer(told.data) : null;
  if (answer !== null) return { lotId, lot: { status: 'ready', value: answer } };
  const failure = lotFailure(told.status);
  return { lotId, lot: { status: 'failed', message: userMessage(failure), mayRetry: failure.kind !== 'notFound' } };
}
