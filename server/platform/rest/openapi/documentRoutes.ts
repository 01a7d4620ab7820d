import { route, type Route } from '../route.ts';
import { openApiDocument } from './openApiDocument.ts';

/** Redoc, built with the client (client/reference), draws the document. */
const PAGE = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
<script defer src="/redoc.js"></script>
<script type="module" src="/reference.js"></script>
<title>Manam-Trace REST interface</title>
</head>
<body>
<header><a href="/"><img src="/mark.svg" alt="" width="32" height="32">Manam-Trace</a> <a href="openapi.json">openapi.json</a></header>
<noscript>This page needs JavaScript. openapi.json holds the same for programs.</noscript>
<main id="reference"></main>
</body>
</html>
`);

/**
 * The calls that answer the interface's own description: for programs and for people. Both describe themselves as well.
 * @param described the other routes
 */
export function documentRoutes(described: readonly Route[], base: string): Route[] {
  let json: Buffer | null = null;
  const own: Route[] = [
    route({
      method: 'GET',
      path: '/openapi.json',
      summary: 'This interface as an OpenAPI 3.1 document',
      access: 'anonymous',
      files: ['application/json'],
      handle: async () => {
        json ??= Buffer.from(JSON.stringify(openApiDocument([...described, ...own], base)));
        return { file: { name: 'openapi.json', mediaType: 'application/json', body: json, inline: true } };
      },
    }),
    route({
      method: 'GET',
      path: '/docs',
      summary: 'This interface as a page to read',
      access: 'anonymous',
      files: ['text/html'],
      handle: async () => ({
        file: { name: 'docs.html', mediaType: 'text/html; charset=utf-8', body: PAGE, inline: true },
      }),
    }),
  ];
  return own;
}
