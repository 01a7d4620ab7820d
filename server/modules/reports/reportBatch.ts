import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { linesOf, type ToRead } from './lotsRead.ts';
import { lotsCsv } from './reportCsv.ts';
import { lotsJson } from './reportJson.ts';
import { isCompliantLine, sumsOf, type LotLine, type LotSums } from './reportSnapshot.ts';

/** A portion of a report's lots, as it was read. */
export interface ToBatch extends ToRead {
  sampleData: boolean;
  /** remaining rows of the PDF for compliant lots and for others */
  room: { compliant: number; others: number };
}

export interface ReportBatch {
  sums: LotSums;
  /** lots for the PDF */
  first: LotLine[];
  /** its pieces of the files, compressed (gzip) */
  csv: Uint8Array;
  json: Uint8Array;
}

const pack = promisify(gzip);

/** The stored content of one portion of a report's lots. */
export async function reportBatch({ sampleData, room, ...toRead }: ToBatch): Promise<ReportBatch> {
  const { lots } = await linesOf(toRead);
  const others = lots.filter((lot) => !isCompliantLine(lot)).slice(0, room.others);
  const compliant = lots.filter(isCompliantLine).slice(0, room.compliant);
  const [csv, json] = await Promise.all([pack(lotsCsv(lots, sampleData)), pack(lotsJson(lots))]);
  return { sums: sumsOf(lots), first: [...others, ...compliant], csv, json };
}
