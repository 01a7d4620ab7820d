import type { scan as english } from '../../en/public/scan.ts';
import type { Translation } from '../../messages.ts';

/** Reading a QR code through the camera, on the search step. */
export const scan = {
  'scan.title': 'Scanner le code QR',
  'scan.starting': 'Démarrage de l’appareil photo...',
  'scan.looking': 'Tenez le code QR de l’emballage devant l’appareil photo.',
  'scan.hint': 'Aucun code trouvé pour l’instant. Éloignez un peu le téléphone, cherchez la lumière et ne bougez plus.',
  'scan.nothing': 'Aucun code n’a été trouvé, l’appareil photo est donc éteint. Vous pouvez taper le numéro.',
  'scan.denied':
    'L’appareil photo n’a pas été autorisé. Autorisez-le pour ce site dans les réglages de votre navigateur, ou tapez le numéro.',
  'scan.missing': 'Cette page ne trouve aucun appareil photo à utiliser. Tapez le numéro.',
  'scan.broken':
    'L’appareil photo ne fonctionne pas, ou une autre application s’en sert. Fermez-la, ou tapez le numéro.',
  'scan.elsewhere': 'Ce code mène à {host}, qui n’est pas ce site. Il n’a pas été ouvert.',
  'scan.noLot': 'Ce code ne contient aucun de nos numéros de lot.',
  'scan.again': 'Scanner de nouveau',
  'scan.close': 'Fermer l’appareil photo',
} satisfies Translation<typeof english>;
