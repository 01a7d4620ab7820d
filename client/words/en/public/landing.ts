/** The first page, at /. */
export const landing = {
  'landing.title': 'Know the farm behind the chocolate',
  'landing.lead':
    'Manam-Trace follows cacao from the tree to the bar. Cooperatives record each lot as it is harvested, fermented, dried and shipped; satellite data shows whether forest was lost where it grew; anyone can read the record.',
  'landing.verify': 'Verify a product',
  'landing.signIn': 'Staff sign-in',
  'landing.later': 'Features, figures and the contact form will follow on this page.',

  'way.title': 'From the tree to you',
  'way.origin': 'Origin',
  'way.originText': 'A farmer registers a lot at harvest. Satellites are asked about the place.',
  'way.transport': 'Transport',
  'way.transportText': 'Fermenting, drying and shipping are each recorded as they happen.',
  'way.retail': 'Retail',
  'way.retailText': 'The lot’s number and QR code travel on every pack.',
  'way.consumer': 'Consumer',
  'way.consumerText': 'Whoever buys it scans the code and reads the record.',
} as const;
