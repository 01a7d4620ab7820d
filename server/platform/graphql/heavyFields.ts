/**
 * Fields that read much for a short answer, and the price of each beside its selection, in the unit of the operation's
 * cost: a screen needs each of them once, not fifteen aliases of the same.
 */
export const HEAVY: Readonly<Record<string, number>> = {
  // PostgreSQL hashes all content of each report of a page: at most one page in an operation.
  'Query.reports': 3_001,
  'Query.reportOrder': 700,
  'Mutation.stopReport': 700,
  // Makes a report of up to a thousand lots: at most one in an operation.
  'Mutation.orderReport': 3_001,
  // Outlines of thousands of corners; a geometry is compared with those around it.
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
  // Comments of an alert, each with its row signature.
  'Query.alertInvestigation': 300,
  // Counts all due checks: all lots of a country after a change of the data.
  'Query.satelliteProgress': 1_501,
  'Query.watchedLots': 700,
  // Draws a picture for each.
  'Query.lotQrCode': 700,
  // Each series is a statement over all visible lots or alerts.
  'LotAnalytics.lotsByStage': 300,
  'LotAnalytics.complianceByMonth': 300,
  'LotAnalytics.qualityHistogram': 300,
  'LotAnalytics.ungradedLots': 300,
  'LotAnalytics.alertsByWeek': 300,
  'LotAnalytics.lotsByFarm': 300,
  'Query.dashboardStats': 400,
  'DashboardStats.earlier': 400,
};

/** Long lists without pages, and their lengths (`MOST_COMMENTS`, `MOST_FILES`). */
export const LONG_LISTS: Readonly<Record<string, number>> = {
  'AlertInvestigation.comments': 200,
  'AlertInvestigation.files': 20,
};
