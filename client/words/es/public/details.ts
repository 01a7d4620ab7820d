import type { details as english } from '../../en/public/details.ts';
import type { Translation } from '../../messages.ts';

/** What only the parts say that are loaded once they are shown: those of the ledger's record, and debug information. */
export const details = {
  'debug.title': 'Información de depuración',
  'debug.none': 'Todavía no hay llamadas',
  'ledger.refresh': 'Actualizar',
  'integrity.notShown': 'Los valores no se muestran en público.',
  'integrity.shownHere': 'Aquí se muestra: {value}',
  'chain.title': 'Cadena de procedencia',
  'chain.failed': 'No se pudo cargar la cadena de procedencia.',
  'chain.empty':
    'Todavía no hay nada registrado. Un lote nuevo suele estar en el libro de registros en menos de un minuto.',
  'proof.title': 'Prueba técnica',
  'proof.none': 'Presione Verificar, arriba, para volver a calcular la huella, las firmas y la hora.',
  'proof.certificate': 'Certificado {fingerprint}',
} as const satisfies Translation<typeof english>;
