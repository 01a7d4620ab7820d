import { ServerError } from '@apollo/client/errors';
import { statusOf } from './messages.ts';

/*
 * The idempotency key of what a person asked for (docs/api.md, 'Idempotency keys'). As long as nobody knows what became of a write,
 * the same write goes out under the same key: the server then answers what it answered the first time, or carries it out now.
 */
export interface WriteKeys {
  /** the key for these variables: the one before while its write is undecided and says the same, else a new one */
  keyFor(variables: unknown): string;
  /** the server decided about the last write: the next one is another, also when it says the same */
  decided(): void;
}

/** @param newKey makes a key of 1 to 255 visible ASCII characters that was never used before */
export function createWriteKeys(newKey: () => string = randomKey): WriteKeys {
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

function randomKey(): string {
  // `randomUUID` is missing on pages without HTTPS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether a write that failed so may have been carried out, or may be yet: no answer came, or one that the server keeps for no key (no
 * session, a limit, a fault of its own), or the first try under the key is still under way.
 */
export function isUndecided(error: unknown): boolean {
  if (ServerError.is(error) && error.statusCode === 409) return true;
  const statusCode = statusOf(error);
  return statusCode === null || statusCode === 401 || statusCode === 429 || statusCode >= 500;
}
