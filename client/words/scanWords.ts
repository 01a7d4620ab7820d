import type { DetailsMessages } from '../../messages/types.ts';
import type { PublicCatalogue } from './publicWords.ts';
import { areaWords } from './words.tsx';

/* What is said while a camera looks for a QR code; it is loaded with what looks through it. */
export const { useWords: useScanWords } = areaWords<PublicCatalogue & DetailsMessages>();
