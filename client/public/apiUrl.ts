/* Base address of the public API (PUBLIC_API_URL), set once before a page is drawn from what the server says in it. */
let current = '/api/v1';

export function apiUrl(): string {
  return current;
}

export function setApiUrl(address: string): void {
  current = address;
}
