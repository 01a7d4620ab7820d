import encodeQR from 'qr';
import type { Caller } from '../../platform/access/caller.ts';
import { png } from '../../platform/png.ts';
import type { AuthorizedLots } from './authorizedLots.ts';

/** Side of the picture, in pixels. */
const PIXELS = 320;
/** Modules of white around the code. */
const BORDER = 2;

/** QR codes that open a lot's public page. */
export class QrCodes {
  readonly #lots: AuthorizedLots;
  readonly #publicUrl: () => string;

  /** @param publicUrl origin of the public pages, known once the server listens */
  constructor(lots: AuthorizedLots, publicUrl: () => string) {
    this.#lots = lots;
    this.#publicUrl = publicUrl;
  }

  /** @returns a PNG data address and the page it opens; null if the lot is not visible */
  async forLot(caller: Caller, idOrLotId: string): Promise<{ qrCode: string; url: string } | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    return lot === null ? null : this.codeOf(lot.lotId);
  }

  /** The same of a lot that is known to be there. */
  async codeOf(lotId: string): Promise<{ qrCode: string; url: string }> {
    const url = this.urlOf(lotId);
    const picture = await pictureOf(encodeQR(url, 'raw', { ecc: 'medium', border: BORDER }));
    return { url, qrCode: `data:image/png;base64,${picture.toString('base64')}` };
  }

  /** What the code on a package holds: the address of the lot's public page. */
  urlOf(lotId: string): string {
    return `${this.#publicUrl()}/verify/${lotId}`;
  }
}

function pictureOf(rows: readonly (readonly boolean[])[]): Promise<Buffer> {
  const rgb = new Uint8Array(PIXELS * PIXELS * 3);
  const moduleAt = (pixel: number): number => Math.floor((pixel * rows.length) / PIXELS);
  for (let y = 0; y < PIXELS; y += 1) {
    for (let x = 0; x < PIXELS; x += 1) {
      if (rows[moduleAt(y)]?.[moduleAt(x)] !== true) rgb.fill(255, (y * PIXELS + x) * 3, (y * PIXELS + x + 1) * 3);
    }
  }
  return png(PIXELS, PIXELS, rgb);
}
