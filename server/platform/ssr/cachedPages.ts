import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { RenderedPage } from '../../domain/public/publicPages.ts';
import { publicPolicy } from '../http/securityHeaders.ts';

const MOST_BYTES = 32 * 1024 * 1024;
/** A page with both of its packed forms, of its own size. */
const WITH_PACKED = 1.5;
/** Small, and made within a few milliseconds. */
const BROTLI_QUALITY = 5;

export type Encoding = 'br' | 'gzip';

/** Kept by browsers, but shown only when the server says that it is still so. */
const CHECKED = 'no-cache';

/** A rendered document: rendered once for all requests of the same content. */
export class CachedPage {
  readonly status: number;
  readonly html: Buffer;
  /** of the content, independent of its compression (RFC 9110, section 8.8.1); null for a page that is not cached */
  readonly etag: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  /** @param language of the page, as `?lang=` names it @param apiUrl base address of the API that the page calls */
  constructor({ html, styles }: RenderedPage, status: number, language: string, apiUrl: string) {
    this.status = status;
    this.html = Buffer.from(html);
    // The answer about a lot that is not shown may change at any moment.
    this.etag = status === 200 ? `W/"${createHash('sha256').update(this.html).digest('base64url')}"` : null;
    this.headers = {
      'content-security-policy': publicPolicy(styles, apiUrl),
      'content-language': language,
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding, Accept-Language',
      'cache-control': this.etag === null ? 'no-store' : CHECKED,
      ...(this.etag === null ? {} : { etag: this.etag }),
    };
  }

  /** Packed when it is first asked for. */
  packed(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding);
    if (known !== undefined) return known;
    const packed = pack(this.html, encoding);
    this.#packed.set(encoding, packed);
    return packed;
  }
}

function pack(html: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(html);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return promisify(brotliCompress)(html, { params });
}

/**
 * Rendered pages, by their key and by their source object: the cached REST answer, which is replaced when any part of
 * it changes (docs/decisions/0009). At most 32 MB, least recently used first.
 */
export class CachedPages {
  readonly #kept = new LRUCache<string, { source: object | null; page: CachedPage }>({ maxSize: MOST_BYTES });

  /** @param source null: never changes @param draw called if it is not cached */
  of(key: string, source: object | null, draw: () => CachedPage): CachedPage {
    const known = this.#kept.get(key);
    if (known !== undefined && known.source === source) return known.page;
    const page = draw();
    this.#kept.set(key, { source, page }, { size: Math.ceil(page.html.length * WITH_PACKED) });
    return page;
  }

  forgetAll(): void {
    this.#kept.clear();
  }
}
