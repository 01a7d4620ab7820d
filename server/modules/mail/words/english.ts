import type { MailWords } from './mailWords.ts';

const alerts = (count: number): string => (count === 1 ? '1 alert' : `${count.toLocaleString('en-US')} alerts`);

export const english: MailWords = {
  locale: 'en-US',
  subject: (count) => `Manam-Trace: ${alerts(count)}`,
  lead: (count) => `There is news of ${alerts(count)} that you may see.`,
  more: (count) => `And ${alerts(count)} more, not listed here.`,
  types: { deforestation: 'Deforestation', land_use_change: 'Land use change', fire: 'Fire', other: 'Other' },
  severity: (severity) => `Severity: ${severity}`,
  severities: { high: 'High', medium: 'Medium', low: 'Low' },
  events: { 'alert.raised': 'New', 'alert.changed': 'Changed', 'alert.dismissed': 'Dismissed' },
  status: (status) => `State: ${status}`,
  statuses: { active: 'Active', acknowledged: 'Acknowledged', resolved: 'Resolved', dismissed: 'Dismissed' },
  outcomes: { 'No Deforestation': 'No Deforestation', 'Deforestation Detected': 'Deforestation Detected' },
  raised: (moment) => `Raised ${moment}`,
  all: 'All alerts',
  why: 'You get this mail because you asked for it under My account.',
  stop: 'Stop these mails',

  codeSubject: 'Manam-Trace: code for alerts by mail',
  code: (code) => `Your code is ${code}`,
  codeUse: (minutes) =>
    `Give it under My account to get alerts at this address. It holds for ${minutes} minutes, and nothing else is sent here before.`,
  codeNotYou: 'If you did not ask for it, somebody gave your address by mistake: do nothing, and no alerts will come.',

  page: {
    title: 'Alerts by mail',
    ask: 'Alerts are mailed to the address that this link was sent to. Stop them? Nothing else changes.',
    act: 'Stop these mails',
    done: 'They are stopped. Under My account you can ask for them again.',
    unknown: 'This link is not whole. Open it from the mail again, or stop the mails under My account.',
  },
};
