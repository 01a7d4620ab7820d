/**
 * What a person reads when a request fails: its name and its sentence (docs/spec/error-messages.md, 'Client error').
 */
export const failures = {
  'failure.network': 'Network error',
  'failure.network.text': 'Unable to connect to server. Please check your internet connection.',
  'failure.timeout': 'Timeout',
  'failure.timeout.text': 'The request took too long to complete. Please try again.',
  'failure.request': 'Request error',
  'failure.request.text': 'An unexpected error occurred.',
  'failure.invalid': 'Validation failed',
  'failure.invalid.text': 'Invalid request. Please check your input and try again.',
  'failure.unauthorized': 'Unauthorized',
  'failure.unauthorized.text': 'You are not authorized to perform this action. Please log in again.',
  'failure.forbidden': 'Forbidden',
  'failure.forbidden.text': 'You do not have permission to perform this action.',
  'failure.notFound': 'Not found',
  'failure.notFound.text': 'The requested resource was not found.',
  'failure.tooMany': 'Too many requests',
  'failure.tooMany.text': 'Too many requests. Please wait a moment and try again.',
  'failure.server': 'Server error',
  'failure.server.text': 'A server error occurred. Please try again later.',
  'failure.unavailable.text': 'Service temporarily unavailable. Please try again later.',
} as const;
