/** A message from a page to the service worker: store the page of a lot, or delete a lot that no longer exists. */
export interface WorkerMessage {
  kind: 'keep' | 'forget';
  /** path of the page, with the chosen language */
  address: string;
}

export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('address' in data)) return null;
  const { kind, address } = data;
  if ((kind !== 'keep' && kind !== 'forget') || typeof address !== 'string' || !address.startsWith('/')) return null;
  return { kind, address };
}
