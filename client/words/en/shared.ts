/** What the pieces say, and what public pages and staff area say alike. */
export const shared = {
  'app.name': 'Manam-Trace',
  'app.title': '{page} - Manam-Trace',

  'loading.label': 'Loading',
  'busy.working': 'Working...',
  'banner.dismiss': 'Dismiss',
  'dialog.ok': 'OK',
  'copy.button': 'Copy {what}',
  'copy.the': 'Copy the {what}',
  'copy.copied': 'Copied',
  'copy.byHand': 'This browser does not copy by itself. The text is selected: copy it from here.',
  'broken.title': 'Something went wrong',
  'broken.text': 'This part of the page stopped working. What you saved before is kept.',
  'broken.notLoaded': 'This part of the page could not be loaded. Check your connection and try again.',
  'broken.again': 'Try Again',
  'broken.refresh': 'Refresh Page',

  'stage.harvested': 'Harvested',
  'stage.fermented': 'Fermented',
  'stage.drying': 'Drying',
  'stage.processed': 'Processed',
  'stage.shipped': 'Shipped',
  'stage.delivered': 'Delivered',
  'status.none': 'No Deforestation',
  'status.detected': 'Deforestation Detected',
  'status.pending': 'Pending Review',
  'status.investigated': 'Under Investigation',
  'compliance.yes': 'Compliant',
  'compliance.no': 'Non-Compliant',

  'grade.Premium': 'Premium',
  'grade.Excellent': 'Excellent',
  'grade.Good': 'Good',
  'grade.Standard': 'Standard',

  'lotId.empty': 'Lot ID cannot be empty',
  'lotId.format':
    'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)',
} as const;
