import { build } from 'vite';
import { withoutServerTexts } from '../../client/compiledWords.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

const HEAD =
  '// Made by `npm run generate` of server/modules/provenance/verifyAProof.ts and server/domain. See verify-a-proof.md.\n';

/** The text of docs/verify-a-proof.mjs: `verifyAProof.ts` and all that it imports in one readable file, which needs Node alone. */
export async function verifyScript(): Promise<string> {
  const built = await build({
    root: packageRoot,
    configFile: false,
    logLevel: 'error',
    // It writes no message: it names steps by codes of its own.
    plugins: [withoutServerTexts],
    ssr: { noExternal: true },
    build: {
      ssr: 'server/modules/provenance/verifyAProof.ts',
      write: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { format: 'esm', comments: false } },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('The script was not built');
  return HEAD + built.output[0].code;
}
