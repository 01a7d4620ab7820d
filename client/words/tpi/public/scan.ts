import type { scan as english } from '../../en/public/scan.ts';
import type { Translation } from '../../messages.ts';

/** Reading a QR code through the camera, on the search step. */
export const scan = {
  'scan.title': 'Skenim QR kod',
  'scan.starting': 'Kamera i stat...',
  'scan.looking': 'Holim QR kod bilong paket long ai bilong kamera.',
  'scan.hint': 'I no gat kod yet. Surukim mobail fon i go longwe liklik, long gutpela lait, na holim i stap isi.',
  'scan.nothing': 'Mipela i no painim kod, olsem na kamera i dai pinis. Yu ken raitim namba.',
  'scan.denied':
    'Yu no givim orait long kamera. Givim orait long dispela sait insait long ol seting bilong brausa, o raitim namba.',
  'scan.missing': 'Dispela pes i no painim kamera. Raitim namba.',
  'scan.broken': 'Kamera i no wok, o narapela ep i yusim. Pasim dispela ep, o raitim namba.',
  'scan.elsewhere': 'Dispela kod i go long {host}, em i no dispela sait. Mipela i no opim.',
  'scan.noLot': 'Dispela kod i no gat namba bilong lot bilong mipela.',
  'scan.again': 'Skenim gen',
  'scan.close': 'Pasim kamera',
} satisfies Translation<typeof english>;
