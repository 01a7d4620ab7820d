import { toDataURL } from 'qrcode';
import type { LotScope } from '../domain/permissions.ts';
import type { LotReader } from './lotReader.ts';

/** QR codes that open a lot's public page. */
export class QrCodes {
  readonly #lots: LotReader;
  readonly #publicUrl: () => string;

  /** @param publicUrl origin of the public pages, known once the server listens */
  constructor(lots: LotReader, publicUrl: () => string) {
    this.#lots = lots;
    this.#publicUrl = publicUrl;
  }

  /** @returns a PNG data address and the page it opens; null when the lot is not in scope */
  async forLot(scope: LotScope, idOrLotId: string): Promise<{ qrCode: string; url: string } | null> {
    const lot = await this.#lots.find(scope, idOrLotId);
    if (lot === null) return null;
    const url = this.urlOf(lot.lotId);
    return { url, qrCode: await toDataURL(url, { errorCorrectionLevel: 'M', margin: 2, width: 320 }) };
  }

  /** What the code on a package holds: the address of the lot's public page. */
  urlOf(lotId: string): string {
    return `${this.#publicUrl()}/verify/${lotId}`;
  }
}
