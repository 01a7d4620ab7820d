/** The charts. */
export const analytics = {
  'analytics.purpose': 'Figures of the lots that you may see, as they stand now.',
  'analytics.asTable': 'Show as table',
  'analytics.asChart': 'Show as chart',
  'analytics.loading': 'Loading chart',
  'analytics.period': 'Period of “{chart}”',
  'analytics.failed': 'Failed to load this chart: {reason}',
  'analytics.fetchFailed': 'Failed to fetch analytics',

  'period.all': 'All time',
  'period.days': 'Harvested in the last {days, number} days',
  'period.months': 'Last {months, number} months',
  'period.weeks': 'Last {weeks, number} weeks',

  'byStage.title': 'Lots by stage',
  'byStage.categories': 'Stage',
  'byStage.series': 'Lots',
  'byStage.summary': '{lots, plural, one {# lot} other {# lots}}; most, {most, number}, are at the stage {stage}.',
  'byStage.none': 'No lots were harvested in this period',

  'byMonth.title': 'Compliance by harvest month',
  'byMonth.categories': 'Harvest month',
  'byMonth.series': 'Compliant lots',
  'byMonth.summary': 'Share of compliant lots by the month of their harvest; the latest, {month}: {rate}.',
  'byMonth.none': 'No lots were harvested in these months',

  'qualitySpread.title': 'Quality spread',
  'qualitySpread.categories': 'Quality score',
  'qualitySpread.step': '{from, number}–{to, number}',
  'qualitySpread.series': 'Lots',
  'qualitySpread.summary': '{graded, plural, one {# graded lot} other {# graded lots}}; most score {step} of 100.',
  'qualitySpread.ungraded':
    '{count, plural, one {# more lot has no score and is left out.} other {# more lots have no score and are left out.}}',
  'qualitySpread.none': 'No lot harvested in this period has a quality score',

  'byWeek.title': 'Alerts per week',
  'byWeek.categories': 'Week from',
  'byWeek.high': 'High severity',
  'byWeek.other': 'Medium and low',
  'byWeek.summary':
    '{raised, plural, one {# alert was} other {# alerts were}} raised, {high, number} of high severity.',
  'byWeek.none': 'No alerts were raised in these weeks',

  'byFarm.title': 'Lots by farm',
  'byFarm.categories': 'Farm',
  'byFarm.compliant': 'Compliant',
  'byFarm.others': 'Not compliant',
  'byFarm.summary':
    '{farms, plural, one {# farm} other {The # farms with most lots}}; {farm} has the most, {lots, number}.',
  'byFarm.none': 'No lots were harvested in this period',
} as const;
