import { useState } from 'react';
import { loadFile, type FileProgress } from '../../graphql/files.ts';
import { saveFile } from '../../saveFile.ts';
import type { ReportFormat } from '../../graphql/generated.ts';
import { useReportsWords } from '../../words/reportsWords.ts';
import { fileMessageOf } from './reportWords.ts';

/** State of a download; `message` is the text for the user. */
export type Download =
  | { kind: 'running'; progress: FileProgress | null }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; name: string };

export interface Downloads {
  /** state of a report's file; undefined if it was not requested */
  of: (reportId: string, format: ReportFormat) => Download | undefined;
  start: (reportId: string, format: ReportFormat) => void;
}

const keyOf = (reportId: string, format: ReportFormat): string => `${reportId} ${format}`;

/** Downloads of report files, several in parallel. A click on a running one is ignored. */
export function useDownloads(): Downloads {
  const words = useReportsWords();
  const [known, setKnown] = useState<Readonly<Record<string, Download>>>({});
  const set = (key: string, download: Download) => setKnown((before) => ({ ...before, [key]: download }));

  const run = async (reportId: string, format: ReportFormat) => {
    const key = keyOf(reportId, format);
    set(key, { kind: 'running', progress: null });
    try {
      const file = await loadFile(`/reports/${reportId}?format=${format}`, {
        onProgress: (progress) => set(key, { kind: 'running', progress }),
      });
      saveFile(file);
      set(key, { kind: 'done', name: file.name });
    } catch (failure) {
      set(key, { kind: 'failed', message: fileMessageOf(words, failure, words.say('reports.downloadFailed')) });
    }
  };
  return {
    of: (reportId, format) => known[keyOf(reportId, format)],
    start: (reportId, format) => {
      if (known[keyOf(reportId, format)]?.kind !== 'running') void run(reportId, format);
    },
  };
}
