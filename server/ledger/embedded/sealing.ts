import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const SALT = 16;
const NONCE = 12;
const TAG = 16;

function keyFrom(secret: string, salt: Buffer, owner: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `manam-trace/ledger-key/${owner}`, 32));
}

/**
 * Seals a private key for storage: AES-256-GCM under a key derived by HKDF-SHA256 from the secret and a fresh salt.
 * @param owner MSP id; a sealed key opens for its owner alone
 * @returns salt (16) || nonce (12) || tag (16) || ciphertext
 */
export function seal(plain: Buffer, secret: string, owner: string): Buffer {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, salt, owner), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** Opens what `seal` made; null when the secret or the owner is another, or a byte was changed. */
export function unseal(sealed: Buffer, secret: string, owner: string): Buffer | null {
  if (sealed.length < SALT + NONCE + TAG) return null;
  const salt = sealed.subarray(0, SALT);
  const nonce = sealed.subarray(SALT, SALT + NONCE);
  const tag = sealed.subarray(SALT + NONCE, SALT + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, salt, owner), nonce, { authTagLength: TAG })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(SALT + NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
