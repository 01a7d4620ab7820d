import { ServerError } from '@apollo/client/errors';
import { refreshSession, tokens } from './session.ts';

/** Papers and exports are made while one waits. */
const FILE_TIMEOUT_MS = 60_000;

/**
 * Gets a file over REST, as the signed-in person; an expired session is renewed once.
 * @param path below the server's root, e.g. '/api/v1/lots/LOT701/dossier'
 * @throws what `messageOf` puts into words
 */
export async function fetchFile(path: string): Promise<Blob> {
  const used = tokens.read()?.accessToken ?? null;
  const answer = await ask(path, used);
  if (answer.status !== 401) return bodyOf(answer);
  await refreshSession(used);
  return bodyOf(await ask(path, tokens.read()?.accessToken ?? null));
}

function ask(path: string, token: string | null): Promise<Response> {
  return fetch(path, {
    headers: { 'X-GDPR-Consent': 'true', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
  });
}

async function bodyOf(response: Response): Promise<Blob> {
  if (response.ok) return response.blob();
  throw new ServerError(response.statusText, { response, bodyText: await response.text() });
}
