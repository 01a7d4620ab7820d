/* Base URL of the public API (PUBLIC_API_URL), set from the server's page state before the first render. */
let current = '/api/v1';

export function apiUrl(): string {
  return current;
}

export function setApiUrl(address: string): void {
  current = address;
}
