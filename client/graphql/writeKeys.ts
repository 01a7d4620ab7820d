import { ServerError } from '@apollo/client/errors';
import { statusOf } from './messages.ts';

/*
 * Idempotency keys of writes (docs/api.md, 'Idempotency keys'). While the outcome of a write is unknown, a repeated
 * write uses the same key: the server then returns the first response, or runs the write now.
 */
export interface WriteKeys {
  /**
   * the key for these variables: the previous one if its write is undecided and has the same variables, else a new one
   */
  keyFor(variables: unknown): string;
  /** the server has decided the last write: the next one gets a new key, even with the same variables */
  decided(): void;
}

/** @param newKey creates a unique key of 1 to 255 visible ASCII characters */
export function createWriteKeys(newKey: () => string = createIdempotencyKey): WriteKeys {
  let open: { said: string; key: string } | null = null;
  return {
    keyFor(variables) {
      const said = JSON.stringify(variables);
      if (open?.said !== said) open = { said, key: newKey() };
      return open.key;
    },
    decided() {
      open = null;
    },
  };
}

/** An unused idempotency key. */
export function createIdempotencyKey(): string {
  // `randomUUID` is missing on pages without HTTPS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether a failed write may still take effect: there was no response, or one that the server does not store for a key
 * (no session, a limit, an internal error), or the first attempt with the key is still running.
 */
export function isUndecided(error: unknown): boolean {
  if (ServerError.is(error) && error.statusCode === 409) return true;
  const statusCode = statusOf(error);
  return statusCode === null || statusCode === 401 || statusCode === 429 || statusCode >= 500;
}
