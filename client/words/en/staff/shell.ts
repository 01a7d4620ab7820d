/** What stands around the tabs, what several of them say alike, and the names of what the server tells by a code. */
export const shell = {
  'shell.tagline': 'EUDR and GDPR compliant cacao traceability',
  'shell.areas': 'Areas',
  'shell.dashboard': 'Dashboard',
  'shell.lots': 'Lots',
  'shell.alerts': 'Alerts',
  'shell.reports': 'Reports',
  'shell.analytics': 'Analytics',
  'shell.lightColors': 'Use light colors',
  'shell.darkColors': 'Use dark colors',
  'shell.logOut': 'Log out',
  'shell.offline': 'You are offline. What you see may be out of date.',
  'shell.reconnecting': 'Live updates are interrupted. Reconnecting...',
  'shell.activeAlerts': '{count, number}<quiet> active</quiet>',
  'shell.applicationError': 'Application Error',
  'shell.alertsFailed': 'Failed to load alerts',

  'again.retry': 'Retry',
  'again.try': 'Try Again',
  'again.trying': 'Trying...',
  'write.failed': 'Mutation failed',

  'role.farmer': 'Farmer',
  'role.processor': 'Processor',
  'role.auditor': 'Auditor',
  'role.admin': 'Admin',
  'variety.other': 'Other',
} as const;
