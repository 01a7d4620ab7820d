import { expect, it } from 'vitest';
import { readCatalogues } from '../../messages/catalogues.ts';

const { en = {} } = readCatalogues();
const SAID: ReadonlySet<string> = new Set(Object.values(en).flatMap((messages) => Object.values(messages)));

// Fixed texts (docs/spec/error-messages.md, 'Staff messages') that no other test reads where they are shown, or not in
// full.
it.each([
  'Sign in to manage your cacao supply chain',
  'Signing in...',
  'Login failed',
  'Authentication Required',
  'Go to Login',
  'No recent activity',
  'Create your first lot',
  'Satellite monitoring active',
  'No dashboard data available',
  'Failed to fetch dashboard stats',
  'Failed to load dashboard: {reason}',
  'View All Alerts ({count, number})',
  'All your lots are compliant with EUDR requirements',
  'Failed to fetch alerts',
  'Failed to load alerts: {reason}',
  'Update Process Step',
  'Blockchain Ready',
  'Traceability Active',
  'EUDR Compliant',
  'Immutable Record',
  'Failed to update process step',
  'Failed to create lot',
  'Error Creating Lot',
  'Blockchain recording initiated...',
  'Satellite verification started',
  'Are you sure you want to delete lot {lotId}?',
  'Are you sure you want to delete this lot? This action cannot be undone.',
  'Are you sure you want to delete {count, number} lots? This action cannot be undone.',
  'Failed to fetch lots',
  'Error Loading Lots',
  'Mutation failed',
  "You don't have permission to generate reports.",
  'Failed to generate report: {error}',
  'Failed to download report',
  'Failed to fetch compliance report',
  'Failed to Load Blockchain Data',
  'Failed to load blockchain data',
  'Failed to verify integrity',
  'No provenance data available',
  'No audit trail data available',
  'Data format error - expected array',
  'Unable to connect to server. Please check your internet connection.',
  'An unexpected error occurred.',
  'The requested resource was not found.',
  'A server error occurred. Please try again later.',
  'Service temporarily unavailable. Please try again later.',
  'The request took too long to complete. Please try again.',
  'You are not authorized to perform this action. Please log in again.',
  'Something went wrong',
  'Refresh Page',
])('the specified text %j is said letter by letter', (text) => {
  expect(SAID.has(text)).toBe(true);
});
