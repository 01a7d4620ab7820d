import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '../config.ts';
import { signedHead, type SignedHead } from '../../domain/proof/head.ts';

/** The newest head that this machine knows, stored out of reach of those who can write the database (HEAD_FILE). */
export class HeadFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** @returns null when there is none yet @throws ConfigError, one line, when it is there and cannot be read */
  async read(): Promise<SignedHead | null> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw new ConfigError(`HEAD_FILE takes the path of a file; ${this.path} cannot be read (${error.code}).`);
    });
    if (text === null) return null;
    const head = parsed(text);
    if (head === null) {
      throw new ConfigError(
        `HEAD_FILE: ${this.path} is damaged. Restore it; or move it away, and nothing that happened to the ledger before is noticed.`,
      );
    }
    return head;
  }

  /**
   * Writes a head atomically, so that a crash leaves the old one or the new one. Other processes of this machine may
   * use the same file: it never returns to fewer blocks, or to another ledger.
   * @param declared a restoration was declared: then it does
   * @returns false when it holds a newer head
   */
  async write(head: SignedHead, declared = false): Promise<boolean> {
    const kept = declared ? null : await this.read();
    if (kept !== null && (kept.ledgerId !== head.ledgerId || kept.blocks >= head.blocks)) return false;
    await mkdir(dirname(this.path), { recursive: true });
    const draft = `${this.path}.${randomBytes(6).toString('hex')}`;
    try {
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(`${JSON.stringify(head)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, this.path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    const folder = await open(dirname(this.path), 'r');
    await folder.sync().finally(() => folder.close());
    return true;
  }
}

function parsed(text: string): SignedHead | null {
  try {
    return signedHead.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
