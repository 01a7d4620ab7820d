/**
 * Fields whose answer is short beside what is read for it, and what each costs beside what it selects, in the unit of the
 * operation's cost: a screen has room for all that it shows, fifteen aliases of the same have none.
 */
export const HEAVY: Readonly<Record<string, number>> = {
  // PostgreSQL hashes all that each report of a page holds: one page stands in an operation.
  'Query.reports': 3_001,
  'Query.reportOrder': 700,
  'Mutation.stopReport': 700,
  // Makes a report of up to a thousand lots: one stands in an operation.
  'Mutation.orderReport': 3_001,
  // Outlines of thousands of corners; a geometry is held to those around it.
  'Query.farmPlots': 700,
  'Query.plotHistory': 700,
  'Query.lotPlots': 700,
  'Query.checkPlot': 700,
  'Mutation.addPlot': 700,
  'Mutation.changePlot': 700,
  'FarmPlots.lotsByPlot': 100,
  'Query.farms': 300,
  'Query.find': 700,
  'Query.alertPlaces': 700,
  'Query.auditLog': 700,
  // Comments of an alert, each with its seal.
  'Query.alertInvestigation': 300,
  // Counts all that is due: all lots of a country, where the data changed.
  'Query.satelliteProgress': 1_501,
  'Query.watchedLots': 700,
  // A picture is drawn for each.
  'Query.lotQrCode': 700,
  // Each series is a statement over all lots, or alerts, in sight.
  'LotAnalytics.lotsByStage': 300,
  'LotAnalytics.complianceByMonth': 300,
  'LotAnalytics.qualityHistogram': 300,
  'LotAnalytics.ungradedLots': 300,
  'LotAnalytics.alertsByWeek': 300,
  'LotAnalytics.lotsByFarm': 300,
  'Query.dashboardStats': 400,
  'DashboardStats.earlier': 400,
};

/** Lists without a page that may be long, and how long (`MOST_COMMENTS`, `MOST_FILES`). */
export const LONG_LISTS: Readonly<Record<string, number>> = {
  'AlertInvestigation.comments': 200,
  'AlertInvestigation.files': 20,
};
