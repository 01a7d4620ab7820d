import type { lotFields as english } from '../en/lotFields.ts';
import type { Translation } from '../messages.ts';

/** What the fields of a lot are called. */
export const lotFields = {
  'label.lotId': 'Numéro de lot',
  'label.farmId': 'Numéro de l’exploitation',
  'label.farmerName': 'Nom du producteur',
  'label.cacaoVariety': 'Variété de cacao',
  'label.harvestDate': 'Date de récolte',
  'label.latitude': 'Latitude',
  'label.longitude': 'Longitude',
  'label.weight': 'Poids',
  'label.moistureContent': 'Taux d’humidité',
  'label.temperature': 'Température',
  'label.qualityScore': 'Note de qualité',
  'label.currentProcess': 'Étape',
  'label.processDetails': 'Détails du traitement',
  'short.moistureContent': 'Humidité',
  'short.qualityScore': 'Qualité',
} as const satisfies Translation<typeof english>;
