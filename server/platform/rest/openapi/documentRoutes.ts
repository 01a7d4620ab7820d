import { route, type Route } from '../route.ts';
import { documentPage } from './documentPage.ts';
import { openApiDocument } from './openApiDocument.ts';

/**
 * The calls that answer the interface's own description: for programs and for people. Both describe themselves as well.
 * @param described the other routes
 */
export function documentRoutes(described: readonly Route[], base: string): Route[] {
  let files: { json: Buffer; page: Buffer } | null = null;
  const made = (): { json: Buffer; page: Buffer } => {
    const document = openApiDocument([...described, ...own], base);
    return { json: Buffer.from(JSON.stringify(document)), page: Buffer.from(documentPage(document)) };
  };
  const own: Route[] = [
    route({
      method: 'GET',
      path: '/openapi.json',
      summary: 'This interface as an OpenAPI 3.1 document',
      access: 'anonymous',
      files: ['application/json'],
      handle: async () => {
        files ??= made();
        return { file: { name: 'openapi.json', mediaType: 'application/json', body: files.json, inline: true } };
      },
    }),
    route({
      method: 'GET',
      path: '/docs',
      summary: 'This interface as a page to read',
      access: 'anonymous',
      files: ['text/html'],
      handle: async () => {
        files ??= made();
        return { file: { name: 'docs.html', mediaType: 'text/html; charset=utf-8', body: files.page, inline: true } };
      },
    }),
  ];
  return own;
}
