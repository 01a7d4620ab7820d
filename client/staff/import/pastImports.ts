import { z } from 'zod';
import { askRest } from '../../graphql/files.ts';

const PastImport = z.object({
  id: z.string(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  fileName: z.string(),
  lots: z.number(),
  weightKg: z.number(),
  undoneAt: z.string().nullable(),
  undoUntil: z.string().nullable(),
});
/** An import that was carried out: docs/api.md, 'Imports that were carried out'. */
export type PastImport = z.infer<typeof PastImport>;

const Listed = z.object({
  data: z.object({ imports: z.array(PastImport), pagination: z.object({ hasNext: z.boolean() }) }),
});
const Undone = z.object({ data: z.object({ deleted: z.number() }) });

/** @throws as `askRest` */
export async function loadImports(
  limit: number,
  signal: AbortSignal,
): Promise<{ imports: PastImport[]; hasMore: boolean }> {
  const response = await askRest(`/lots/imports?limit=${limit}`, { signal });
  const { imports, pagination } = Listed.parse(await response.json()).data;
  return { imports, hasMore: pagination.hasNext };
}

/** Deletes the lots of an import. @returns how many; @throws as `askRest` */
export async function undoImport(id: string): Promise<number> {
  const response = await askRest(`/lots/imports/${id}/undo`, { body: {} });
  return Undone.parse(await response.json()).data.deleted;
}
