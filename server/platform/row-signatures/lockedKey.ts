import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const SALT = 16;
const NONCE = 12;
const TAG = 16;

/** What locked keys are for. One purpose, one label: a key locked for one never opens as one of another. */
export type LockedPurpose = 'ledger-key' | 'seal-key' | 'hook-secret';

function keyFrom(secret: string, salt: Buffer, purpose: LockedPurpose, owner: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `manam-trace/${purpose}/${owner}`, 32));
}

/**
 * Locks a key for storage: AES-256-GCM under a key derived by HKDF-SHA256 from the secret and a fresh salt.
 * @param secret AUTH_SECRET
 * @param owner whose key it is (an MSP id, a seal key's id); a locked key opens for its owner alone
 * @returns salt (16) || nonce (12) || tag (16) || ciphertext
 */
export function lockKey(plain: Buffer, secret: string, purpose: LockedPurpose, owner: string): Buffer {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, salt, purpose, owner), nonce).setAAD(Buffer.from(owner));
  const locked = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), locked]);
}

/** Opens what `lockKey` made; null when the secret, the purpose or the owner is another, or a byte was changed. */
export function unlockKey(locked: Buffer, secret: string, purpose: LockedPurpose, owner: string): Buffer | null {
  if (locked.length < SALT + NONCE + TAG) return null;
  const salt = locked.subarray(0, SALT);
  const nonce = locked.subarray(SALT, SALT + NONCE);
  const tag = locked.subarray(SALT + NONCE, SALT + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, salt, purpose, owner), nonce, {
    authTagLength: TAG,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(locked.subarray(SALT + NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
