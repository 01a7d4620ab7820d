import type { MailWords } from './mailWords.ts';

const alerts = (count: number): string => `${count.toLocaleString('es-419')} ${count === 1 ? 'alerta' : 'alertas'}`;

export const spanish: MailWords = {
  locale: 'es-419',
  subject: (count) => `Manam-Trace: ${alerts(count)}`,
  lead: (count) => `Hay novedades de ${alerts(count)} que usted puede ver.`,
  more: (count) => `Y ${alerts(count)} más, que no se ${count === 1 ? 'muestra' : 'muestran'} aquí.`,
  types: {
    deforestation: 'Deforestación',
    land_use_change: 'Cambio de uso del suelo',
    fire: 'Incendio',
    other: 'Otra',
  },
  severity: (severity) => `Gravedad: ${severity}`,
  severities: { high: 'Alta', medium: 'Media', low: 'Baja' },
  events: { 'alert.raised': 'Nueva', 'alert.changed': 'Cambiada', 'alert.dismissed': 'Descartada' },
  status: (status) => `Estado: ${status}`,
  statuses: { active: 'Activa', acknowledged: 'Atendida', resolved: 'Resuelta', dismissed: 'Descartada' },
  outcomes: { 'No Deforestation': 'Sin deforestación', 'Deforestation Detected': 'Deforestación detectada' },
  raised: (moment) => `Emitida el ${moment}`,
  all: 'Todas las alertas',
  why: 'Recibe este mensaje porque lo pidió en su cuenta (My account).',
  stop: 'No recibir más estos mensajes',

  codeSubject: 'Manam-Trace: código para las alertas por correo',
  code: (code) => `Su código es ${code}`,
  codeUse: (minutes) =>
    `Escríbalo en su cuenta (My account) para recibir alertas en esta dirección. Vale ${minutes} minutos, y antes no se envía nada más aquí.`,
  codeNotYou: 'Si usted no lo pidió, alguien dio su dirección por error: no haga nada, y no llegará ninguna alerta.',

  page: {
    title: 'Alertas por correo',
    ask: 'Las alertas se envían a la dirección que recibió este enlace. ¿Detenerlas? Nada más cambia.',
    act: 'No recibir más estos mensajes',
    done: 'Se detuvieron. Puede pedirlas otra vez en su cuenta (My account).',
    unknown:
      'Este enlace no está completo. Ábralo otra vez desde el mensaje, o detenga los mensajes en su cuenta (My account).',
  },
};
