/** How far checking lots again by satellite has come. */
export const checks = {
  'checksPage.lead': 'Every lot is checked again within 30 days, each at a moment of its own in the month.',
  'checksPage.loading': 'Loading the satellite checks',
  'checksPage.failed': 'Failed to load the satellite checks',

  'checksPage.due': 'Lots due',
  'checksPage.overdue': 'Due for more than a day',
  'checksPage.pace': 'Checks in the last hour',
  'checksPage.done': 'Done by, at this pace',

  'checksPage.order': 'What is due, in this order',
  'checksPage.class.open_alert': 'Lots with an open alert',
  'checksPage.class.high_risk': 'Lots of high-risk countries',
  'checksPage.class.to_be_shipped': 'Lots before shipping',
  'checksPage.class.other': 'Other lots',
  'checksPage.last': 'Last check of any lot',
  'checksPage.never': 'None yet',
  'checksPage.rule':
    'Checks that people ask for go first. Of the others at most {reads, plural, one {# place is} other {# places are}} read in a second.',

  'checksPage.source': 'Source of the data',
  'checksPage.reachable': 'The source can be reached',
  'checksPage.away': 'The source cannot be reached',
  'checksPage.data': 'Data and version',
  'checksPage.awaySince': 'Since',
  'checksPage.dataRule': 'When the version changes, every lot is checked again.',
} as const;
