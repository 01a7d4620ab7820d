import { join } from 'node:path';
import { preview } from 'vite';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

export const PIECES_CONFIG = join(packageRoot, 'docs/pieces/vite.config.ts');

export interface PiecesPage {
  address: string;
  close(): Promise<void>;
}

/** Serves the page of the pieces, which the project `pieces page` has built. */
export async function servePieces(): Promise<PiecesPage> {
  const server = await preview({
    configFile: PIECES_CONFIG,
    logLevel: 'warn',
    preview: { port: 0, host: '127.0.0.1' },
  });
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
