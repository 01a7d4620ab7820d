import { ServerError } from '@apollo/client/errors';
import { refreshSession, tokens } from '../graphql/session.ts';

/* Files that the server makes, asked for as the signed-in person and saved by the browser. */

export interface FileRequest {
  /** sent as JSON by POST; GET without it */
  body?: object;
  signal?: AbortSignal;
}

/**
 * Asks the REST interface for a file; a session that has expired is renewed once.
 * @param path relative to /api/v1, e.g. '/lots/export?format=csv'
 * @throws ServerError when the server refuses, else what `fetch` throws; `messageOf` says either
 */
export async function requestFile(path: string, { body, signal }: FileRequest = {}): Promise<Response> {
  const ask = (): Promise<Response> =>
    fetch(`/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'X-GDPR-Consent': 'true',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(used === null ? {} : { Authorization: `Bearer ${used}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  let used = tokens.read()?.accessToken ?? null;
  let response = await ask();
  if (response.status === 401 && (await refreshSession(used)) === 'refreshed') {
    used = tokens.read()?.accessToken ?? null;
    response = await ask();
  }
  if (response.ok) return response;
  throw new ServerError(`Response not successful: ${response.status}`, { response, bodyText: await response.text() });
}

/** The name that the server gives a file. */
export function fileNameOf(response: Response, otherwise: string): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? otherwise;
}

/** Has the browser save bytes as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read the address after the press was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
