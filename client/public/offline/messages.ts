/** What a page tells the service worker: that a page of a lot is worth keeping, or that its lot is not there any more. */
export interface WorkerMessage {
  kind: 'keep' | 'forget';
  /** path of the page, with the language that was chosen */
  address: string;
}

export function readMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('address' in data)) return null;
  const { kind, address } = data;
  if ((kind !== 'keep' && kind !== 'forget') || typeof address !== 'string' || !address.startsWith('/')) return null;
  return { kind, address };
}
