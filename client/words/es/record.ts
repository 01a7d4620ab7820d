import type { record as english } from '../en/record.ts';
import type { Translation } from '../messages.ts';

/** What a lot's record on the ledger is made of, for whoever reads it: shoppers and staff. */
export const record = {
  'value.none': 'Ninguna',
  'value.yes': 'Sí',
  'value.no': 'No',
  'value.and': '{names} y {last}',
  'copy.transactionId': 'número de transacción',
  'copy.signature': 'firma',
  'copy.contentHash': 'huella del contenido',
  'copy.fingerprint': 'huella del certificado de {name}',
  'record.differsIn': 'Lo que se muestra aquí difiere del libro de registros: {fields}.',
  'record.brokenIn': 'Una parte del libro de registros no se puede comprobar: {parts}.',
  'field.lotId': 'número de lote',
  'field.farmId': 'finca',
  'field.farmerName': 'productor',
  'field.latitude': 'lugar',
  'field.longitude': 'lugar',
  'field.cacaoVariety': 'variedad de cacao',
  'field.harvestDate': 'fecha de cosecha',
  'field.weight': 'peso',
  'field.moistureContent': 'humedad',
  'field.temperature': 'temperatura',
  'field.qualityScore': 'puntaje de calidad',
  'field.certifications': 'certificaciones',
  'field.currentProcess': 'etapa',
  'field.processDetails': 'detalles del proceso',
  'field.isAnonymized': 'anonimato',
  'field.deforestationStatus': 'estado de deforestación',
  'field.satelliteTimestamp': 'fecha de la revisión satelital',
  'field.satelliteMessage': 'nota sobre la revisión satelital',
  'field.deleted': 'retiro del lote',
  'field.blockchainHash': 'estado del registro',
  'field.createdAt': 'fecha de inscripción',
  'field.updatedAt': 'fecha del último cambio',
  'ledger.proves':
    'El libro de registros prueba que un registro no se cambió después de escribirse. No prueba que lo escrito fuera verdad.',
  'ledger.oneOperator':
    'Este libro de registros lo lleva un solo operador: un cambio se puede detectar, pero ninguna otra organización guarda una copia propia.',
  'ledger.severalHold':
    'Este registro lo mantienen varias organizaciones en una red Hyperledger Fabric: cada una guarda su propia copia, la mayoría tiene que aprobar cada anotación y ninguna puede cambiarla por sí sola.',
  'ledger.state': 'Estado',
  'ledger.transaction': 'Transacción',
  'ledger.block': 'Bloque',
  'ledger.recorded': 'Registrado',
  'ledger.compared': 'Última comparación',
} as const satisfies Translation<typeof english>;
