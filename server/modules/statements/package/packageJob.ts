import { z } from 'zod';
import { audit } from '../../../platform/audit-log/audit.ts';
import { zipStream, type ArchivedFile, type ManifestEntry } from '../../../platform/archive/zipFile.ts';
import { gramsFromKg } from '../../../domain/text/units.ts';
import { FILING } from '../../../domain/messages/filingMessages.ts';
import type { ConsignmentReader } from '../../consignments/consignmentReader.ts';
import type { ConsignmentView } from '../../consignments/consignmentView.ts';
import { CONSIGNMENT_LOTS } from '../../consignments/consignmentViews.ts';
import { originsOf } from '../../consignments/consignmentOrigins.ts';
import { LOT_IDS } from '../../lots/lotViews.ts';
import { newestEvidence } from '../../satellite/newestEvidence.ts';
import { loadContent } from '../content/frozenContent.ts';
import type { PackageDocument, StatementParts } from '../statementParts.ts';
import type { StatementRow } from '../statementRow.ts';
import { endSuperseded, supersededRefusal } from '../statementSteps.ts';
import { changeStatement, lockedParts, lockedStatement, type StatementChanges } from '../statementStore.ts';
import type { CoverContent } from './coverPage.ts';
import { fileSafe, filesOfBatch, packedFiles } from './partFiles.ts';
import { storePackage, storePieces } from './packageStore.ts';

const job = z.object({ id: z.uuid() });

const LOTS = `select l.lot_id as "lotId" from ${CONSIGNMENT_LOTS} h join ${LOT_IDS} l on l.id = h.lot_id
  where h.consignment_id = $1 order by l.lot_id`;

/** What a package is made of. */
interface Source {
  row: StatementRow;
  /** the statements that hold plots: the parts, or the statement itself */
  parts: StatementRow[];
  consignment: ConsignmentView;
  lots: string[];
  origins: string[];
}

const IDLE = { filing: null, filingStep: null } satisfies StatementChanges;

/**
 * Makes the package of a statement, and hands the statement over. Everything is made file by file, in threads where it
 * grows with the plots; the bytes are stored as they come. A job that is carried out twice makes it once.
 */
export class PackageJob {
  readonly #parts: StatementParts & { consignments: ConsignmentReader };

  constructor(parts: StatementParts & { consignments: ConsignmentReader }) {
    this.#parts = parts;
  }

  async run(payload: unknown, signal: AbortSignal): Promise<void> {
    const { id } = job.parse(payload);
    const source = await this.#source(id);
    if (source === null) return;
    if (this.#parts.sampleData) {
      await this.#giveUp(id);
      return;
    }
    const at = this.#parts.clock();
    let files = 0;
    const documents = await this.#parts.documents.ofConsignment(source.consignment.id, at.toISOString().slice(0, 10));
    const stream = zipStream(this.#files({ ...source, documents }, at), (entries) => {
      files = entries.length + 1;
      return manifestOf(source, entries);
    });
    const pieces = await storePieces(this.#parts.database, id, stream, signal);
    await this.#parts.database.write(async (em) => {
      const row = await lockedStatement(em, id);
      // Another run was faster, or a person changed it meanwhile.
      if (row.filing !== 'queued' || row.filingStep !== 'hand_over' || row.contentHash !== source.row.contentHash)
        return;
      const old = row.supersedesId === null ? null : await lockedStatement(em, row.supersedesId);
      const said = old && supersededRefusal(old, at);
      if (said !== null) {
        await changeStatement(em, row, { ...IDLE, faults: [{ code: null, message: said.text }] }, at);
        return;
      }
      const name = `${fileSafe(row.internalReference)}-package.zip`;
      await storePackage(em, pieces, { statementId: id, name, files, documents: documents.map((one) => one.id), at });
      // An amendment begins no new 72 hours.
      const submittedAt = old?.submittedAt ?? null;
      await changeStatement(em, row, { ...IDLE, state: 'handed_over', submittedAt }, at);
      for (const part of await lockedParts(em, id)) await changeStatement(em, part, { state: 'handed_over' }, at);
      await endSuperseded(em, row, at);
      await audit(em, {
        caller: 'system',
        action: 'statement.handed-over',
        target: { kind: 'statement', id },
        details: { bytes: pieces.sizeBytes, files },
      });
    });
  }

  async #source(id: string): Promise<Source | null> {
    const { database, consignments } = this.#parts;
    const read = await database.read(async (em) => {
      const row = await lockedStatement(em, id);
      return { row, parts: row.partCount > 0 ? await lockedParts(em, id) : [row] };
    });
    const { row } = read;
    if (row.filing !== 'queued' || row.filingStep !== 'hand_over') return null;
    const [consignment, lots, origins] = await Promise.all([
      consignments.find(row.consignmentId),
      database.rows<{ lotId: string }>(LOTS, [row.consignmentId]),
      originsOf(database, row.consignmentId),
    ]);
    if (consignment === null) return null;
    return { ...read, consignment, origins, lots: lots.map(({ lotId }) => lotId) };
  }

  async #giveUp(id: string): Promise<void> {
    const { database, clock } = this.#parts;
    const faults = [{ code: null, message: FILING.sampleData({}).text }];
    await database.write(async (em) => {
      await changeStatement(em, await lockedStatement(em, id), { ...IDLE, faults }, clock());
    });
  }

  async *#files(source: Source & { documents: PackageDocument[] }, at: Date): AsyncGenerator<ArchivedFile> {
    const { database, threads, publicProof, issuer } = this.#parts;
    const { row, parts, documents, lots, origins } = source;
    const replaces = row.supersedesId === null ? null : await this.#replaced(row.supersedesId);
    const cover = coverOf(source, { issuer: await issuer(), at, documents: documents.length, replaces });
    yield { name: 'cover.pdf', bytes: await threads.run('cover', cover) };
    for (const part of parts) {
      const packed = await loadContent(database, part);
      for (const which of packedFiles(replaces)) yield* filesOfBatch(await threads.run('partFiles', { packed, which }));
    }
    for await (const evidence of newestEvidence(database, origins)) {
      yield { name: `evidence/${evidence.lotId}.json`, bytes: Buffer.from(`${JSON.stringify(evidence)}\n`) };
    }
    for (const { name, bytes } of documents) yield { name: `documents/${name}`, bytes: await bytes() };
    for (const lotId of lots) {
      const proof = await publicProof.make(lotId);
      // Nothing of it is recorded yet.
      if (proof !== null) yield { name: `proofs/${lotId}.json`, bytes: proof };
    }
  }

  async #replaced(id: string): Promise<CoverContent['statement']['replaces']> {
    const old = await this.#parts.database.read((em) => lockedStatement(em, id));
    const { referenceNumber, verificationNumber, submittedAt } = old;
    return { referenceNumber, verificationNumber, isFiled: referenceNumber !== null || submittedAt !== null };
  }
}

function coverOf(
  { row, parts, consignment, lots, origins }: Source,
  {
    issuer,
    at,
    documents,
    replaces,
  }: Pick<CoverContent, 'issuer' | 'at' | 'documents'> & Pick<CoverContent['statement'], 'replaces'>,
): CoverContent {
  return {
    issuer,
    consignment: {
      number: consignment.number,
      buyer: consignment.buyerName,
      countryOfEntry: consignment.countryOfEntry,
      billOfLading: consignment.billOfLading,
    },
    statement: {
      internalReference: row.internalReference,
      kind: row.partCount > 0 ? 'grouped' : row.kind,
      version: row.version,
      activityType: row.activityType,
      operatorRole: row.operatorRole,
      representedOperator: row.representedOperator?.name ?? null,
      hsHeading: row.hsHeading,
      description: row.descriptionOfGoods,
      netGrams: row.netGrams ?? gramsFromKg(consignment.netWeight ?? consignment.weight),
      confidential: row.geolocationConfidential,
      replaces,
    },
    parts: parts.map((part) => ({
      reference: part.internalReference,
      producers: part.producers ?? 0,
      plots: part.plots ?? 0,
      netGrams: part.netGrams ?? 0,
    })),
    countries: row.countries,
    lots: lots.length,
    origins: origins.length,
    documents,
    at,
  };
}

function manifestOf({ row, parts, consignment }: Source, files: readonly ManifestEntry[]): ArchivedFile {
  const manifest = {
    internalReference: row.internalReference,
    version: row.version,
    consignment: consignment.number,
    parts: parts.map(({ internalReference, contentHash, producers, plots, netGrams }) => ({
      internalReference,
      contentHash,
      producers,
      plots,
      netMassKg: (netGrams ?? 0) / 1_000,
    })),
    files,
  };
  return { name: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}
