/** The dashboard. */
export const dashboard = {
  'dashboard.loading': 'Loading dashboard',
  'dashboard.failed': 'Failed to load dashboard: {reason}',
  'dashboard.fetchFailed': 'Failed to fetch dashboard stats',
  'dashboard.nothing': 'No dashboard data available',
  'dashboard.createLot': 'Create New Lot',

  'figures.totalLots': 'Total Lots',
  'figures.compliantLots': 'Compliant Lots',
  'figures.complianceRate': 'Compliance Rate',
  'figures.averageQuality': 'Avg Quality',
  'figures.of100': 'of 100',
  'figures.highAlerts': 'High Alerts',
  'figures.totalWeight': 'Total Weight',
  'figures.recorded': 'On Blockchain',
  'figures.pending': '{count, number} pending',

  'activity.title': 'Recent Activity',
  'activity.none': 'No recent activity',
  'activity.first': 'Create your first lot',

  'actions.title': 'Quick Actions',
  'actions.report': 'Generate Report',
  'actions.analytics': 'View Analytics',
  'actions.comingSoon': 'Coming Soon',

  'monitoring.active.real': 'Satellite monitoring active',
  'monitoring.active.sample': 'Satellite monitoring active (sample data)',
  'monitoring.delayed.real': 'Satellite monitoring delayed',
  'monitoring.delayed.sample': 'Satellite monitoring delayed (sample data)',
  'monitoring.what': 'Each lot is checked for forest loss after 31 December 2020, the EUDR cut-off date.',
  'monitoring.waits': 'Checks wait until the satellite data can be reached again.',

  'walk.never': 'The lots were not compared with the ledger as a whole yet; it is done each night.',
  'walk.sound': 'Last compared with the ledger {when}: {lots, plural, one {# lot} other {# lots}}, none differs.',
  'walk.differing':
    'Last compared with the ledger {when}: {lots, plural, one {# lot} other {# lots}}, {differing, number} of them not as recorded.',
  'walk.unsound': 'Last compared with the ledger {when}: {lots, plural, one {# lot} other {# lots}}.',
  'walk.because': '{finding} {reason}',

  'selected.title': 'Lot {lotId}',
  'selected.loading': 'Loading lot',
  'selected.failed': 'Failed to fetch the lot',
  'selected.gone': 'This lot is no longer there.',
  'selected.lotId': 'Lot ID',
  'selected.farmer': 'Farmer',
  'selected.variety': 'Variety',
  'selected.status': 'Status',
  'selected.quality': 'Quality score',
  'selected.weight': 'Weight',
  'selected.coordinates': 'Coordinates',
} as const;
