import { hash, verify } from '@node-rs/argon2';

/**
 * Argon2id (the library's default) with the first set of parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2
 * passes, 1 lane. They are part of each hash, so raising them leaves older hashes valid.
 */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * Hash of an unknown random text, with the parameters above. It is checked if there is no such user, so that the
 * response time does not reveal which names exist.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$qkBrB7bL3l9NsrkRmTe0Cg$SetlX92AW8z5jKABlV6UsXzxiTEkywbN0K52ifnBbFg';

/** The hash to store, with a salt of its own, in PHC form (`$argon2id$v=19$m=...`). */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalised(password), ARGON2);
}

/**
 * Whether a password is the stored one; takes as long for a user that does not exist.
 * @param stored hash in PHC form; null: no such user, the answer is false
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY_HASH, normalised(password));
  return matches && stored !== null;
}

/** Keyboards differ in how they compose a letter with an accent (NIST SP 800-63B, 5.1.1.2). */
function normalised(password: string): string {
  return password.normalize('NFKC');
}
