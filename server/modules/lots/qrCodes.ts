import { toDataURL } from 'qrcode';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from './authorizedLots.ts';

/** QR codes that open a lot's public page. */
export class QrCodes {
  readonly #lots: AuthorizedLots;
  readonly #publicUrl: () => string;

  /** @param publicUrl origin of the public pages, known once the server listens */
  constructor(lots: AuthorizedLots, publicUrl: () => string) {
    this.#lots = lots;
    this.#publicUrl = publicUrl;
  }

  /** @returns a PNG data address and the page it opens; null when the lot is not in sight */
  async forLot(caller: Caller, idOrLotId: string): Promise<{ qrCode: string; url: string } | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
    return lot === null ? null : this.codeOf(lot.lotId);
  }

  /** The same of a lot that is known to be there. */
  async codeOf(lotId: string): Promise<{ qrCode: string; url: string }> {
    const url = this.urlOf(lotId);
    return { url, qrCode: await toDataURL(url, { errorCorrectionLevel: 'M', margin: 2, width: 320 }) };
  }

  /** What the code on a package holds: the address of the lot's public page. */
  urlOf(lotId: string): string {
    return `${this.#publicUrl()}/verify/${lotId}`;
  }
}
