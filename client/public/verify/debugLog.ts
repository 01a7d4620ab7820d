/*
 * What the debug information of the verification page shows (docs/spec/public-pages.md, 'Connectivity'): calls of the
 * public API.
 */

/** docs/spec/public-pages.md, 'Connectivity' */
export const DEBUG_LINES = 50;

let lines: readonly string[] = [];
const watching = new Set<() => void>();

/** The newest line last. */
export function debugLines(): readonly string[] {
  return lines;
}

/** @returns ends the watch */
export function watchDebugLines(changed: () => void): () => void {
  watching.add(changed);
  return () => watching.delete(changed);
}

function note(line: string): void {
  lines = [...lines, line].slice(-DEBUG_LINES);
  for (const changed of watching) changed();
}

/** `fetch`, with a line for each call: when, method, address, status and milliseconds. Headers and bodies are never noted. */
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
