import { z } from 'zod';
import { typedFigure } from '../../design/form/numberText.ts';
import type { OfficeWords } from '../../words/adminMessages.ts';

/**
 * Schema for an earlier number of blocks.
 * @param blocks current number of blocks
 */
export function headForm({ say }: OfficeWords, blocks: number) {
  const error = say('ledgerHead.number', { blocks });
  return z.object({ blocks: typedFigure(z.int({ error }).min(1, error).max(blocks, error)) });
}
