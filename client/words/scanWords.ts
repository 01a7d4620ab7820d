import type { DetailsMessages } from '../../messages/types.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords } from './words.tsx';

/* Messages of the QR scanner; loaded with it. */
export const { useWords: useScanWords } = areaWords<PublicCatalogue & DetailsMessages>();
