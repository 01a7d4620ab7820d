import type { Issuer } from '../../../domain/cooperative/cooperativeInput.ts';
import type { Readable } from 'node:stream';
import type { VerificationState } from '../../../domain/verification/verification.ts';
import { notFound } from '../../../platform/errors/refusal.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import type { Caller, RequestInfo } from '../../../platform/access/caller.ts';
import type { Threads } from '../../../platform/concurrency/threads.ts';
import { ALL_LOTS } from '../../lots/lotViews.ts';
import { wholeParties } from '../../parties/partyBuyer.ts';
import type { ComparedLots } from '../../provenance/comparedLots.ts';
import type { PublicProof } from '../../provenance/publicProof.ts';
import type { ConsignmentPdfContent } from '../../reports/consignment/consignmentPdfs.ts';
import type { ConsignmentPlots } from '../../reports/consignment/consignmentPlots.ts';
import type { PdfTasks } from '../../reports/pdfTasks.ts';
import { consignmentReader } from '../consignmentAccess.ts';
import { originLines, originsOf } from '../consignmentOrigins.ts';
import type { ConsignmentParts } from '../consignmentService.ts';
import type { ConsignmentView } from '../consignmentView.ts';
import { zipStream, type ArchivedFile, type ManifestEntry } from '../../../platform/archive/zipFile.ts';

/** A file of a consignment; a stream fails where it cannot be made to its end. */
export interface PaperFile {
  name: string;
  mediaType: string;
  body: Buffer | Readable;
}

/** What the papers are made with. */
export interface PaperParts extends ConsignmentParts {
  threads: Threads<PdfTasks>;
  comparedLots: Pick<ComparedLots, 'statesOf'>;
  publicProof: Pick<PublicProof, 'make'>;
  /** satellite results come from sample data */
  sampleData: boolean;
  /** who is named on papers */
  issuer: () => Promise<Issuer | null>;
}

interface LotOfPapers {
  lotId: string;
  variety: string;
  grams: number;
  status: string;
  satelliteAt: Date | null;
}

const ORIGIN_FACTS = `select count(*)::int as lots, count(distinct l.farm_id)::int as farms,
    min(l.harvest_date)::text as "harvestFrom", max(coalesce(l.harvest_until, l.harvest_date))::text as "harvestTo"
  from ${ALL_LOTS} l where l.id = any($1::uuid[])`;
const LOTS = `select l.lot_id as "lotId", l.variety, h.grams, l.deforestation_status as status, l.satellite_at as "satelliteAt"
  from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id where h.consignment_id = $1 order by l.lot_id`;

/** Makes the papers of consignments. They are not stored: the same consignment gives the same bytes. */
export class ConsignmentPapers {
  readonly #parts: PaperParts;

  constructor(parts: PaperParts) {
    this.#parts = parts;
  }

  /** All papers for staff, which is audited. @throws Refused unauthenticated, forbidden, not-found */
  async forCaller(caller: Caller, id: string, what: 'all' | 'plots', info: RequestInfo): Promise<PaperFile> {
    const { permissions, reader, database } = this.#parts;
    const user = consignmentReader(permissions, caller);
    const found = await reader.find(id);
    if (found === null) throw notFound('Consignment');
    await database.write((em) =>
      audit(em, {
        caller: user,
        action: 'consignment.papers-read',
        target: { kind: 'consignment', id: found.id },
        info,
        details: { what },
      }),
    );
    return what === 'all' ? this.all(found.id) : this.plots(found.id);
  }

  /** Packing list, certificate, plots file, each lot's proof and a manifest, as one zip file. @throws Refused not-found */
  async all(id: string): Promise<PaperFile> {
    const view = await this.#view(id);
    const [plots, lots] = await Promise.all([
      this.#plots(view.id),
      this.#parts.database.rows<LotOfPapers & Record<string, unknown>>(LOTS, [view.id]),
    ]);
    const content = await this.#content(view, lots, plots);
    const files = this.#files(content, lots, plots);
    return {
      name: `${fileName(view)}-papers.zip`,
      mediaType: 'application/zip',
      body: zipStream(files, (entries) => manifestOf(view, plots, entries)),
    };
  }

  /** The plots file alone. @throws Refused not-found */
  async plots(id: string): Promise<PaperFile> {
    const view = await this.#view(id);
    const { geoJson } = await this.#plots(view.id);
    return { name: `${fileName(view)}-plots.geojson`, mediaType: 'application/geo+json', body: Buffer.from(geoJson) };
  }

  async *#files(
    content: ConsignmentPdfContent,
    lots: readonly LotOfPapers[],
    plots: ConsignmentPlots,
  ): AsyncGenerator<ArchivedFile> {
    const { threads, publicProof } = this.#parts;
    yield { name: 'packing-list.pdf', bytes: await threads.run('packingList', content) };
    yield { name: 'certificate.pdf', bytes: await threads.run('consignmentCertificate', content) };
    yield { name: 'plots.geojson', bytes: plots.geoJson };
    for (const { lotId } of lots) {
      const proof = await publicProof.make(lotId);
      // Nothing of it is recorded yet.
      if (proof !== null) yield { name: `proofs/${lotId}.json`, bytes: proof };
    }
  }

  /** In a thread: an outline has up to 2,000 corners. */
  async #plots(id: string): Promise<ConsignmentPlots> {
    const { database, comparedLots, threads, sampleData } = this.#parts;
    const ids = await originsOf(database, id);
    const [text, states] = await Promise.all([originLines(database, ids), comparedLots.statesOf(ids)]);
    return threads.run('consignmentPlots', { text, states: new Map<string, VerificationState>(states), sampleData });
  }

  async #content(
    view: ConsignmentView,
    lots: readonly LotOfPapers[],
    plots: ConsignmentPlots,
  ): Promise<ConsignmentPdfContent> {
    const { database, sampleData } = this.#parts;
    const [buyers, origins] = await Promise.all([
      wholeParties(database, [view.buyerId]),
      database.row<{ lots: number; farms: number; harvestFrom: string | null; harvestTo: string | null }>(
        ORIGIN_FACTS,
        [await originsOf(database, view.id)],
      ),
    ]);
    const buyer = buyers.get(view.buyerId);
    const { number, state, weight, netWeight, bags, containers, billOfLading, incoterm, countryOfEntry } = view;
    return {
      number,
      state,
      weight,
      netWeight,
      bags,
      containers,
      billOfLading,
      incoterm,
      countryOfEntry,
      buyer: buyer === undefined || buyer.erasedAt !== null ? null : buyer,
      loadingDate: view.loadingDate,
      departureDate: view.departureDate,
      arrivalDate: view.arrivalDate,
      lots: lots.map(({ lotId, variety, grams, status, satelliteAt }) => {
        return { lotId, variety, weight: grams / 1_000, status, checkedAt: satelliteAt?.toISOString() ?? null };
      }),
      origins: { lots: 0, farms: 0, harvestFrom: null, harvestTo: null, ...origins, plots: plots.plots },
      ledger: { transactionId: view.blockchainHash?.transactionId ?? null, status: view.ledgerStatus },
      at: view.updatedAt,
      sampleData,
      issuer: await this.#parts.issuer(),
    };
  }

  async #view(id: string): Promise<ConsignmentView> {
    const view = await this.#parts.reader.find(id);
    if (view === null) throw notFound('Consignment');
    return view;
  }
}

function fileName({ number }: ConsignmentView): string {
  return number.replaceAll(/[^\w.-]+/g, '-');
}

function manifestOf(view: ConsignmentView, plots: ConsignmentPlots, files: readonly ManifestEntry[]): ArchivedFile {
  const { number, state, weight, netWeight, blockchainHash } = view;
  const manifest = {
    consignment: number,
    state,
    weightKg: weight,
    netWeightKg: netWeight,
    transactionId: blockchainHash?.transactionId ?? null,
    plots: { count: plots.plots, producers: plots.producers, leftOut: plots.leftOut },
    files,
  };
  return { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}
