import type { lotFields as english } from '../en/lotFields.ts';
import type { Translation } from '../messages.ts';

/** What the fields of a lot are called. */
export const lotFields = {
  'label.lotId': 'Número de lote',
  'label.farmId': 'Número de finca',
  'label.farmerName': 'Nombre del productor',
  'label.cacaoVariety': 'Variedad de cacao',
  'label.harvestDate': 'Fecha de cosecha',
  'label.latitude': 'Latitud',
  'label.longitude': 'Longitud',
  'label.weight': 'Peso',
  'label.moistureContent': 'Contenido de humedad',
  'label.temperature': 'Temperatura',
  'label.qualityScore': 'Puntaje de calidad',
  'label.currentProcess': 'Etapa del proceso',
  'label.processDetails': 'Detalles del proceso',
  'short.moistureContent': 'Humedad',
  'short.qualityScore': 'Calidad',
} as const satisfies Translation<typeof english>;
