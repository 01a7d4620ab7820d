/**
 * Reports a failed part of a page to the server (POST /api/v1/monitoring/errors); ignores failures
 * (docs/spec/privacy-and-erasure.md, 'Errors of pages'). Contains no personal data: only the path, without its query.
 */
export async function reportError(error: Error): Promise<void> {
  try {
    await fetch('/api/v1/monitoring/errors', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: error.message.slice(0, 500), path: location.pathname }),
      keepalive: true,
    });
  } catch {
    // The page has already failed; a failed report is ignored.
  }
}
