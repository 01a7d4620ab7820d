import type { shared as english } from '../en/shared.ts';
import type { Translation } from '../messages.ts';

/** What the pieces say, and what public pages and staff area say alike. */
export const shared = {
  'app.name': 'Manam-Trace',
  'app.title': '{page} - Manam-Trace',

  'loading.label': 'Cargando',
  'busy.working': 'Un momento...',
  'banner.dismiss': 'Descartar',
  'dialog.ok': 'Aceptar',
  'copy.button': 'Copiar {what}',
  'copy.the': 'Copiar: {what}',
  'copy.copied': 'Copiado',
  'copy.byHand': 'Este navegador no copia por sí solo. El texto está seleccionado: cópielo desde aquí.',
  'broken.title': 'Algo salió mal',
  'broken.text': 'Esta parte de la página dejó de funcionar. Lo que ya guardó se conserva.',
  'broken.notLoaded': 'No se pudo cargar esta parte de la página. Revise su conexión e intente de nuevo.',
  'broken.again': 'Intentar de nuevo',
  'broken.refresh': 'Recargar la página',

  'stage.harvested': 'Cosechado',
  'stage.fermented': 'Fermentado',
  'stage.drying': 'Secado',
  'stage.processed': 'Procesado',
  'stage.shipped': 'Embarcado',
  'stage.delivered': 'Entregado',
  'status.none': 'Sin deforestación',
  'status.detected': 'Deforestación detectada',
  'status.pending': 'Revisión pendiente',
  'status.investigated': 'En investigación',
  'compliance.yes': 'Cumple',
  'compliance.no': 'No cumple',

  'grade.Premium': 'Premium',
  'grade.Excellent': 'Excelente',
  'grade.Good': 'Bueno',
  'grade.Standard': 'Estándar',

  'lotId.empty': 'El número de lote no puede estar vacío',
  'lotId.format':
    'Número de lote no válido. Forma esperada: LOT seguido de letras, números, guiones o guiones bajos (p. ej., LOT701)',
} as const satisfies Translation<typeof english>;
