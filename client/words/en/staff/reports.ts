/** The reports. */
export const reports = {
  'reports.title': 'Reports and Compliance',
  'reports.coming': 'Compliance reports will be made and downloaded here, by harvest period.',
  'reports.forbidden': "You don't have permission to generate reports.",
} as const;
