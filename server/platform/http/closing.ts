import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from '../database/requestScope.ts';

const SWEEP_MS = 50;
const GIVE_UP_MS = 4_000;
const CUT_OFF_MS = 5_000;

/** Clients of requests under way got no answer, or a part of one. */
export class AnswersCut extends Error {
  override name = 'AnswersCut';
}

/**
 * Takes no more requests, and ends when those under way are answered. After 4 s they are given up as if their time were
 * over, a second later their connections are cut.
 * @throws AnswersCut when some were not answered by then
 */
export async function closeWhenAnswered(app: FastifyInstance, requests: OpenRequests): Promise<void> {
  let cut = 0;
  // A connection that is still sending its answer is not idle when the server closes idle ones, and its client would
  // keep it open long afterwards.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const giveUp = setTimeout(() => requests.giveUp(), GIVE_UP_MS);
  const cutOff = setTimeout(() => {
    cut = requests.count;
    app.server.closeAllConnections();
  }, CUT_OFF_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(giveUp);
    clearTimeout(cutOff);
  }
  if (cut > 0) throw new AnswersCut(`${cut} requests were cut off before they were answered`);
}
