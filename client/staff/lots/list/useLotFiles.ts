import { useCallback, useEffect, useRef, useState } from 'react';
import type { LotCardFragment, LotFilter } from '../../../graphql/generated.ts';
import { toaster } from '../../../design/Toaster.tsx';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { askRest, fileNameOf } from '../../../graphql/files.ts';
import { saveFile } from '../../../saveFile.ts';
import { useApplicationError } from '../../applicationError.ts';
import { csvRecords } from './csvRecords.ts';
import type { SelectedLot } from './useLotSelection.ts';

/** A running export or sheet. */
export type FileJob = { kind: 'export'; done: number; total: number } | { kind: 'sheet' };

export interface LotFiles {
  /** the current job; null: none */
  job: FileJob | null;
  /**
   * exports all lots of the list, on all pages.
   * @param total number of lots, for the progress
   */
  exportAll: (filter: LotFilter, total: number) => void;
  exportSelected: (lots: readonly SelectedLot[]) => void;
  qrSheet: (lots: readonly Pick<SelectedLot, 'id'>[]) => void;
  /** exports one lot as JSON, in API representation */
  exportOne: (lot: LotCardFragment) => void;
  stop: () => void;
}

/** Exports and QR sheets: the server creates them, the browser saves them. A toast reports the result. */
export function useLotFiles(): LotFiles {
  const words = useLotListWords();
  const report = useFailed();
  const [job, setJob] = useState<FileJob | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(
    async (first: FileJob, failed: string, work: (signal: AbortSignal) => Promise<void>) => {
      if (running.current !== null) return;
      const controller = new AbortController();
      running.current = controller;
      setJob(first);
      try {
        await work(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) {
          report(failed, error);
        }
      } finally {
        running.current = null;
        setJob(null);
      }
    },
    [report],
  );

  const exportCsv = useCallback(
    (total: number, ask: (signal: AbortSignal) => Promise<Response>, expected: number | null) =>
      void run({ kind: 'export', done: 0, total }, words.say('files.exportFailed'), async (signal) => {
        const response = await ask(signal);
        const { content, records } = await readCsv(response, (done) => setJob({ kind: 'export', done, total }));
        const name = fileNameOf(response, 'lots.csv');
        saveFile({ name, blob: content });
        const left = expected === null ? 0 : expected - records;
        toaster.create({
          type: 'success',
          title: words.say('files.exported', { count: records, name }),
          ...(left > 0 && { description: words.say('files.left', { count: left }) }),
        });
      }),
    [run, words],
  );

  const exportAll = useCallback(
    (filter: LotFilter, total: number) =>
      exportCsv(total, (signal) => askRest(`/lots/export?${exportQuery(filter)}`, { signal }), null),
    [exportCsv],
  );
  const exportSelected = useCallback(
    (lots: readonly SelectedLot[]) => {
      const body = { ids: lots.map(({ id }) => id), format: 'csv' };
      exportCsv(lots.length, (signal) => askRest('/lots/export', { body, signal }), lots.length);
    },
    [exportCsv],
  );
  const qrSheet = useCallback(
    (lots: readonly Pick<SelectedLot, 'id'>[]) =>
      void run({ kind: 'sheet' }, words.say('files.sheetFailed'), async (signal) => {
        const response = await askRest('/lots/qr-sheet', { body: { ids: lots.map(({ id }) => id) }, signal });
        const name = fileNameOf(response, 'qr-codes.pdf');
        saveFile({ name, blob: await response.blob() });
        const count = Number(response.headers.get('x-lots') ?? lots.length);
        toaster.create({
          type: 'success',
          title: words.say('files.sheetDone', { count, name }),
          ...(count < lots.length && { description: words.say('files.left', { count: lots.length - count }) }),
        });
      }),
    [run, words],
  );
  const exportOne = useCallback(
    ({ id, lotId }: LotCardFragment) =>
      void saveLot(id, lotId).then(
        (name) => toaster.create({ type: 'success', title: words.say('files.data', { lotId, name }) }),
        (error: unknown) => report(words.say('files.dataFailed', { lotId }), error),
      ),
    [words, report],
  );
  const stop = useCallback(() => running.current?.abort(), []);
  return { job, exportAll, exportSelected, qrSheet, exportOne, stop };
}

/** Reports a failed file with its reason. The function is stable until the language changes. */
function useFailed(): (what: string, failure: unknown) => void {
  const words = useLotListWords();
  const report = useApplicationError();
  return useCallback(
    (what, failure) => report(words.say('shell.failedBecause', { what, reason: errorMessage(words, failure) })),
    [words, report],
  );
}

/** The list's filters as query parameters of the export. */
function exportQuery(filter: LotFilter): URLSearchParams {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(filter)) if (typeof value === 'string') query.set(name, value);
  return query;
}

/**
 * Reads a CSV response as a stream.
 * @throws TypeError if the connection breaks before the end
 */
async function readCsv(
  response: Response,
  onProgress: (records: number) => void,
): Promise<{ content: Blob; records: number }> {
  const portions: Uint8Array<ArrayBuffer>[] = [];
  const count = csvRecords();
  const decoder = new TextDecoder();
  let records = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    portions.push(new Uint8Array(read.value));
    records = count(decoder.decode(read.value, { stream: true }));
    onProgress(records);
  }
  return { content: new Blob(portions, { type: 'text/csv' }), records };
}

/**
 * Saves a lot in API representation.
 * @returns the file's name
 */
async function saveLot(id: string, lotId: string): Promise<string> {
  const answer: unknown = await (await askRest(`/lots/${encodeURIComponent(id)}`)).json();
  const name = `${lotId}.json`;
  saveFile({ name, blob: new Blob([`${JSON.stringify(lotOf(answer), null, 2)}\n`], { type: 'application/json' }) });
  return name;
}

/** The lot in a response envelope. */
function lotOf(answer: unknown): unknown {
  const inside = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null
      ? (Object.entries(value).find(([key]) => key === name)?.[1] ?? value)
      : value;
  return inside(inside(answer, 'data'), 'lot');
}
