import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';

/** How old the name on public pages may be. */
export const OPERATOR_TTL_MS = 5_000;

/**
 * Name of the cooperative for public pages, read at most every few seconds. Pages do not wait for the database: after the
 * first reading they get the last known name while it is read again.
 * @param read the settings @param failed called with why they could not be read
 */
export function operatorName(
  read: () => Promise<Pick<Issuer, 'name'> | null>,
  failed: (error: unknown) => void,
  clock: () => number = Date.now,
): () => Promise<string> {
  let name = '';
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    try {
      name = (await read())?.name ?? '';
    } catch (error) {
      failed(error);
    } finally {
      readAt = clock();
      reading = null;
    }
  };
  return async () => {
    if (clock() - readAt < OPERATOR_TTL_MS) return name;
    reading ??= renew();
    if (readAt === -Infinity) await reading;
    return name;
  };
}
