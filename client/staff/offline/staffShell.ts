/** Where the document of the staff area is stored; any address below /admin/ has the same. */
export const SHELL_PATH = '/admin/dashboard';

/** Not with the prefix of the public pages' worker, which removes what an earlier version of it stored. */
const NAME = 'staff-shell-1';
/** Built files of a few versions; the oldest go first. */
export const MOST_FILES = 400;

/** Whether a path is a built file of the staff area, whose name changes with its content. */
export function isShellFile(path: string): boolean {
  return /^\/assets\/[\w.-]+$/.test(path);
}

/** The stored document of the staff area and its files: nothing that names a person or a lot. */
export class StaffShell {
  readonly #caches: CacheStorage;

  constructor(caches: CacheStorage) {
    this.#caches = caches;
  }

  async find(path: string): Promise<Response | null> {
    const cache = await this.#caches.open(NAME);
    return (await cache.match(path)) ?? null;
  }

  /** Stores a built file; anything but a whole answer is left out. */
  async add(path: string, response: Response): Promise<void> {
    if (response.status !== 200) return;
    const cache = await this.#caches.open(NAME);
    await cache.put(path, response);
    const files = (await cache.keys()).filter(({ url }) => isShellFile(new URL(url).pathname));
    await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((file) => cache.delete(file)));
  }

  /** Stores the document of the version that is served now. */
  async replace(response: Response): Promise<void> {
    if (response.status !== 200 || !(response.headers.get('content-type') ?? '').startsWith('text/html')) return;
    const cache = await this.#caches.open(NAME);
    await cache.put(SHELL_PATH, response);
  }
}
