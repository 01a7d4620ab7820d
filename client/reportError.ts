/**
 * Tells the server that a part of a page broke (POST /api/v1/monitoring/errors); silent on failure
 * (docs/spec/privacy-and-erasure.md, 'Errors of pages'). Carries no personal data: the path alone, without its query.
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
    // The page is broken already; there is nobody left to tell.
  }
}
