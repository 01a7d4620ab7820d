import type { scan as english } from '../../en/public/scan.ts';
import type { Translation } from '../../messages.ts';

/** Reading a QR code through the camera, on the search step. */
export const scan = {
  'scan.title': 'Escanear el código QR',
  'scan.starting': 'Encendiendo la cámara...',
  'scan.looking': 'Ponga el código QR del empaque frente a la cámara.',
  'scan.hint': 'Aún no se encontró un código. Aleje un poco el teléfono, con buena luz, y manténgalo quieto.',
  'scan.nothing': 'No se encontró ningún código y la cámara está apagada. Puede escribir el número.',
  'scan.denied':
    'No se permitió la cámara. Permítala para este sitio en los ajustes de su navegador, o escriba el número.',
  'scan.missing': 'Esta página no encuentra una cámara que usar. Escriba el número.',
  'scan.broken': 'La cámara no funciona, u otra aplicación la está usando. Ciérrela, o escriba el número.',
  'scan.elsewhere': 'Este código lleva a {host}, que no es este sitio. No se abrió.',
  'scan.noLot': 'Este código no contiene ningún número de lote nuestro.',
  'scan.again': 'Escanear de nuevo',
  'scan.close': 'Cerrar la cámara',
} satisfies Translation<typeof english>;
