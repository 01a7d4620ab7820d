import type { MailWords } from './mailWords.ts';

const alerts = (count: number): string => `${count.toLocaleString('en-GB')} tok lukaut`;

export const tokPisin: MailWords = {
  locale: 'tpi',
  subject: (count) => `Manam-Trace: ${alerts(count)}`,
  lead: (count) => `I gat nupela tok long ${alerts(count)} yu inap lukim.`,
  more: (count) => `Na i gat ${alerts(count)} moa, mipela i no raitim long hia.`,
  types: {
    deforestation: 'Bus i bagarap',
    land_use_change: 'Wok bilong graun i senis',
    fire: 'Paia',
    other: 'Narapela samting',
  },
  severity: (severity) => `Hevi bilong en: ${severity}`,
  severities: { high: 'Bikpela', medium: 'Namel', low: 'Liklik' },
  events: { 'alert.raised': 'Nupela', 'alert.changed': 'I senis', 'alert.dismissed': 'Ol i larim' },
  status: (status) => `Nau: ${status}`,
  statuses: {
    active: 'I stap yet',
    acknowledged: 'Ol i harim pinis',
    resolved: 'Ol i stretim pinis',
    dismissed: 'Ol i larim',
  },
  outcomes: { 'No Deforestation': 'Bus i no bagarap', 'Deforestation Detected': 'Ol i painim olsem bus i bagarap' },
  raised: (moment) => `I kamap long ${moment}`,
  all: 'Olgeta tok lukaut',
  why: 'Yu kisim dispela imel long wanem yu bin askim long en long akaun bilong yu (My account).',
  stop: 'Pasim ol dispela imel',

  codeSubject: 'Manam-Trace: kod bilong kisim tok lukaut long imel',
  code: (code) => `Kod bilong yu em ${code}`,
  codeUse: (minutes) =>
    `Raitim long akaun bilong yu (My account) bilong kisim ol tok lukaut long dispela imel adres. Em i gutpela inap ${minutes} minit, na mipela i no salim narapela samting pastaim.`,
  codeNotYou:
    'Sapos yu no bin askim, wanpela man o meri i givim adres bilong yu kranki: larim tasol, na bai nogat tok lukaut i kam.',

  page: {
    title: 'Tok lukaut long imel',
    ask: 'Ol tok lukaut i go long imel adres i kisim dispela link. Yu laik pasim ol? Ol narapela samting i no senis.',
    act: 'Pasim ol dispela imel',
    done: 'Ol i pas nau. Yu inap askim gen long akaun bilong yu (My account).',
    unknown: 'Dispela link i no stret olgeta. Opim gen long imel, o pasim ol imel long akaun bilong yu (My account).',
  },
};
