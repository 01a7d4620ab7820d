/** Networks of one building or one machine (RFC 1918, 3927 and 6762). */
const LOCAL = [
  /^localhost$/,
  /\.(localhost|local|lan|internal)$/,
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^0\.0\.0\.0$/,
  /^\[::1?\]$/,
  /^\[f[cd]/,
  /^\[fe80:/,
];

/** Whether an address opens only near the server: a code that holds it is of no use on a package. */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return LOCAL.some((pattern) => pattern.test(hostname));
}
