/* Debug information of the verification page (docs/spec/public-pages.md, 'Connectivity'): calls of the public API. */

/** docs/spec/public-pages.md, 'Connectivity' */
export const DEBUG_LINES = 50;

let lines: readonly string[] = [];
const watching = new Set<() => void>();

/** Newest line last. */
export function debugLines(): readonly string[] {
  return lines;
}

/** @returns removes the listener */
export function watchDebugLines(changed: () => void): () => void {
  watching.add(changed);
  return () => watching.delete(changed);
}

function note(line: string): void {
  lines = [...lines, line].slice(-DEBUG_LINES);
  for (const changed of watching) changed();
}

/** `fetch` that logs each call: time, method, address, status and milliseconds. Never logs headers or bodies. */
export async function notedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init;
  const startedAt = new Date();
  const end = (outcome: string): void =>
    note(`${startedAt.toISOString()} ${method} ${address} ${outcome} ${Date.now() - startedAt.getTime()} ms`);
  try {
    const response = await fetch(address, init);
    end(String(response.status));
    return response;
  } catch (error) {
    end(error instanceof Error ? error.name : 'failed');
    throw error;
  }
}
