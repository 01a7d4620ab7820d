/** Reading a QR code through the camera, on the search step. */
export const scan = {
  'scan.title': 'Scan the QR code',
  'scan.starting': 'Starting the camera...',
  'scan.looking': 'Hold the QR code on the pack in front of the camera.',
  'scan.hint': 'No code found yet. Hold the phone a little further away, in good light, and keep it still.',
  'scan.nothing': 'No code was found, so the camera is off again. You can type the number instead.',
  'scan.denied':
    'The camera was not allowed. Allow it for this site in the settings of your browser, or type the number instead.',
  'scan.missing': 'There is no camera that this page can use. Type the number instead.',
  'scan.broken': 'The camera does not work, or another app is using it. Close that app, or type the number instead.',
  'scan.elsewhere': 'This code leads to {host}, which is not this site. It was not opened.',
  'scan.noLot': 'This code holds no lot number of ours.',
  'scan.again': 'Scan again',
  'scan.close': 'Close the camera',
} as const;
