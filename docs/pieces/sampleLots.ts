import { STAGES } from '../../server/domain/lot/stages.ts';

/** Made up, like the demo's. */
export interface SampleLot {
  id: string;
  lotId: string;
  farmer: string;
  variety: string;
  stage: string;
  status: string;
  weight: number;
  quality: number | null;
  harvested: string;
}

const FARMERS = ['Maria Kila', 'John Wambi', 'Ruth Aisi', 'Peter Somare', 'Agnes Toro'];
const VARIETIES = ['Trinitario', 'Criollo', 'Forastero'];
const STATUSES = ['No Deforestation', 'Pending Review', 'No Deforestation', 'Deforestation Detected'];

const at = <Item>(items: readonly Item[], index: number, fallback: Item): Item =>
  items[index % items.length] ?? fallback;

export const LOTS: readonly SampleLot[] = Array.from({ length: 96 }, (_, index) => ({
  id: `lot-${index}`,
  lotId: `LOT${701 + index}`,
  farmer: index === 3 ? 'Philomena Kaupa-Wingti of the cooperative at Angoram, Middle Sepik' : at(FARMERS, index, ''),
  variety: at(VARIETIES, index, ''),
  stage: at(STAGES, index, 'harvested'),
  status: at(STATUSES, index, ''),
  weight: 80 + ((index * 137) % 920) + (index % 2) / 2,
  quality: index % 7 === 5 ? null : 65 + ((index * 31) % 34),
  harvested: `2026-0${1 + (index % 9)}-${String(1 + (index % 28)).padStart(2, '0')}`,
}));
