import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { z } from 'zod';
import { sha256, toHex, utf8 } from '../../domain/proof/hashing.ts';
import { degreesFromMicro } from '../../domain/text/units.ts';
import { readingIn } from '../../domain/verification/evidence.ts';
import { evidencePng } from '../satellite/picture/evidencePng.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import type { PublicLocale } from '../../domain/public/publicPages.ts';
import type { Threads } from '../../platform/concurrency/threads.ts';
import { nullWhileAway, type Ledger } from '../../domain/ledger/ledger.ts';
import type { LotComplianceType } from '../compliance/lotCompliance.ts';
import type { LotHistory } from '../lots/lotHistory.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { QrCodes } from '../lots/qrCodes.ts';
import type { ProvenanceService } from '../provenance/provenanceService.ts';
import { documentWords } from '../../domain/messages/documents.ts';
import type { EvidenceView } from './dossierPdf.ts';
import type { PdfTasks } from './pdfTasks.ts';
import { readDossierOrigins } from '../transformations/dossierOrigins.ts';
import { SATELLITE_CHECKS } from '../satellite/checkViews.ts';

export interface LotDocument {
  name: string;
  bytes: Buffer;
}

const EVIDENCE = `
  select ended_at as "endedAt", driver, dataset, dataset_version as "datasetVersion", sample, conclusion, reason,
    evidence_hash as "evidenceHash", loss_pixels as "lossPixels", loss_years as "lossYears", pixels,
    tree_cover_2000 as "treeCover2000", confidence, nullif(evidence, '')::json -> 'window' as window,
    case when row_number() over (order by ended_at desc) = 1 then evidence else '' end as evidence,
    lat_micro as "latMicro", lon_micro as "lonMicro"
  from ${SATELLITE_CHECKS} c where lot_id = $1 order by ended_at desc limit 5`;

const evidenceRow = z.object({
  endedAt: z.date(),
  driver: z.string(),
  dataset: z.string(),
  datasetVersion: z.string(),
  sample: z.boolean(),
  conclusion: z.enum(['clear', 'loss', 'inconclusive']),
  reason: z.string().nullable(),
  evidenceHash: z.string(),
  lossPixels: z.int(),
  lossYears: z.array(z.int()),
  pixels: z.int(),
  treeCover2000: z.int().nullable(),
  confidence: z.string(),
  window: z.array(z.number()).nullable(),
  /** only for the newest check */
  evidence: z.string(),
  latMicro: z.int().nullable(),
  lonMicro: z.int().nullable(),
});

/** PDF documents about one lot, made on request and not stored. */
export class LotDocuments {
  readonly #parts: {
    database: Database;
    ledger: Pick<Ledger, 'health'>;
    lots: AuthorizedLots;
    history: LotHistory;
    compliance: LotComplianceType;
    provenance: ProvenanceService;
    qrCodes: QrCodes;
    /** where PDFs are written: separate threads for staff and shoppers, so that neither waits for the other */
    threads: { staff: Threads<PdfTasks>; shoppers: Threads<PdfTasks> };
    /** who is named on papers */
    issuer: () => Promise<Issuer | null>;
    clock?: () => Date;
  };

  constructor(parts: {
    database: Database;
    ledger: Pick<Ledger, 'health'>;
    lots: AuthorizedLots;
    history: LotHistory;
    compliance: LotComplianceType;
    provenance: ProvenanceService;
    qrCodes: QrCodes;
    /** where PDFs are written: separate threads for staff and shoppers, so that neither waits for the other */
    threads: { staff: Threads<PdfTasks>; shoppers: Threads<PdfTasks> };
    /** who is named on papers */
    issuer: () => Promise<Issuer | null>;
    clock?: () => Date;
  }) {
    this.#parts = parts;
  }

  /** Everything stored about a lot, for staff and authorities; null if the caller may not see it. */
  async dossier(caller: Caller, idOrLotId: string): Promise<LotDocument | null> {
    const { database, lots, history, compliance, provenance, qrCodes, threads } = this.#parts;
    const lot = await lots.find(caller, idOrLotId);
    if (lot === null) return null;
    const [events, standing, integrity, chain, qr, checks, ledger, origins] = await Promise.all([
      history.read(caller, lot.id),
      compliance.read(caller, lot.id),
      provenance.verify(caller, lot.id),
      nullWhileAway(() => provenance.chain(caller, lot.id)),
      qrCodes.forLot(caller, lot.id),
      database.rows(EVIDENCE, [lot.id]),
      this.#ledgerWord(),
      lot.kind === 'derived' ? readDossierOrigins(database, lot.id) : null,
    ]);
    if (events === null || standing === null || integrity === null || qr === null) return null;
    const bytes = await threads.staff.run('dossier', {
      lot,
      origins,
      events,
      standing,
      integrity,
      chain,
      checks: await Promise.all(checks.map((row) => checkOf(lot.lotId, evidenceRow.parse(row)))),
      url: qr.url,
      ledger,
      at: this.#now(),
      issuer: await this.#parts.issuer(),
    });
    return { name: `${lot.lotId}-dossier.pdf`, bytes };
  }

  /** One page for shoppers in their language, with the content of the public page; null if there is no such lot. */
  async certificate(lotId: string, locale: PublicLocale): Promise<LotDocument | null> {
    const { provenance, qrCodes, threads } = this.#parts;
    // Shoppers address lots only by the number on the package.
    const found = isUuid(lotId) ? null : await provenance.publicLot(lotId);
    if (found === null) return null;
    const [integrity, chain, qr, { driver }] = await Promise.all([
      provenance.publicVerify(found.lot.lotId),
      nullWhileAway(() => provenance.publicChain(found.lot.lotId)),
      qrCodes.codeOf(found.lot.lotId),
      this.#parts.ledger.health(),
    ]);
    if (integrity === null) return null;
    const bytes = await threads.shoppers.run('certificate', {
      lot: found.lot,
      origins: found.origins,
      erased: found.verification.fields.filter(({ state }) => state === 'erased').map(({ field }) => field),
      integrity,
      chain,
      url: qr.url,
      ledger: driver,
      at: this.#now(),
      // From the check itself, else from the configuration of the server; as on the public page.
      sample: found.satelliteCheck?.sample ?? found.lot.sampleSatelliteData,
      issuer: await this.#parts.issuer(),
      locale,
    });
    return { name: `${found.lot.lotId}-certificate.pdf`, bytes };
  }

  /**
   * QR codes of the chosen lots in their order, to print; null if the caller may see none of them.
   * @param ids UUIDs; lots that the caller may not see, or that were deleted, are left out
   */
  async qrSheet(caller: Caller, ids: readonly string[]): Promise<(LotDocument & { lots: number }) | null> {
    const { lots, qrCodes, threads } = this.#parts;
    const found = new Map((await lots.byIds(caller, ids)).map((lot) => [lot.id, lot]));
    const chosen = [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
    if (chosen.length === 0) return null;
    const at = this.#now();
    const bytes = await threads.staff.run('qrSheet', {
      lots: chosen.map(({ lotId, cacaoVariety, harvestDate }) => {
        return { lotId, cacaoVariety, harvestDate, url: qrCodes.urlOf(lotId) };
      }),
      at,
    });
    return { name: `qr-codes-${at.toISOString().slice(0, 10)}.pdf`, bytes, lots: chosen.length };
  }

  /** The kind of ledger: a PDF must not claim more than it offers. */
  async #ledgerWord(): Promise<string> {
    const { driver } = await this.#parts.ledger.health();
    return documentWords('en-US').say(`certificate.ledger.${driver}`);
  }

  #now(): Date {
    return this.#parts.clock?.() ?? new Date();
  }
}

/** A check with the picture of its data, if the data is stored and matches its hash. */
async function checkOf(lotId: string, row: z.output<typeof evidenceRow>): Promise<EvidenceView> {
  const { evidence, latMicro, lonMicro, ...check } = row;
  const isStored = evidence !== '' && toHex(await sha256(utf8(evidence))) === check.evidenceHash;
  const reading = isStored ? readingIn(evidence) : null;
  if (reading === null) return { ...check, picture: null };
  const place =
    latMicro === null || lonMicro === null
      ? null
      : { latitude: degreesFromMicro(latMicro), longitude: degreesFromMicro(lonMicro) };
  return { ...check, picture: await evidencePng({ lotId, reading, place, evidenceHash: check.evidenceHash }) };
}
