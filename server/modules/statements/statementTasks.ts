import { checkContent, type CheckedContent, type ToCheck } from './content/checkContent.ts';
import { filingBody, type ToFile } from './content/filingBody.ts';
import { unpackedContent } from './content/packedContent.ts';
import { coverPage, type CoverContent } from './package/coverPage.ts';
import { partFiles, type FileBatch, type PartFiles } from './package/partFiles.ts';

/** Tasks that run in a thread: all that grows with the number of plots. */
export const statementTasks = {
  check: (given: ToCheck): Promise<CheckedContent> => checkContent(given),

  async partFiles({ packed, which }: { packed: Uint8Array; which: PartFiles }): Promise<FileBatch> {
    return partFiles(await unpackedContent(packed), which);
  },

  filingBody: (given: ToFile): Promise<Uint8Array> => filingBody(given),

  cover: (content: CoverContent): Promise<Buffer> => coverPage(content),
};

export type StatementTasks = typeof statementTasks;
