// Joins the compiled programs of the server and all that they import to few files, by `vite build`: a start that reads 2,800 files
// one by one takes half as long again. Called by build.mjs.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the compiler makes of `server` and `tools/fabric-network`, before it is joined. */
export const COMPILED = join(root, 'dist', '.compiled-server');

/**
 * They stay in node_modules: they read files of their own, are made for one kind of machine, take Node's own hashes only there
 * (`createhash`), or (`graphql`, `pg`) are asked for in more than one way by those who have to share one copy.
 */
const APART = [
  '@apollo/utils.createhash',
  '@grpc/grpc-js',
  '@hyperledger/fabric-gateway',
  '@node-rs/argon2',
  'fabric-contract-api',
  'fabric-shim',
  'graphile-worker',
  'graphql',
  'pdfkit',
  'pg',
  'pg-native',
  'pino',
];

/** Output path and entry module of each program. Threads are beside the files that start them. */
const PROGRAMS = {
  main: 'main',
  addUser: 'modules/identity/addUser',
  rotateSecret: 'modules/identity/rotateSecret',
  verifyEvidence: 'modules/satellite/verifyEvidence',
  verifyLedger: 'modules/integrity-audit/verifyLedger',
  migrateLedger: 'modules/integrity-audit/migrateLedger',
  restoredLedger: 'adapters/ledger-embedded/restoredLedger',
  chaincode: 'adapters/ledger-fabric/chaincode/main',
  'fabric-network/command': '../tools/fabric-network/command',
  'fabric-network/supervise': '../tools/fabric-network/supervise',
  verdictThread: 'adapters/ledger-embedded/verdictThread',
  pdfThread: 'modules/reports/pdfThread',
  plotThread: 'modules/farms/plotThread',
  statementThread: 'modules/statements/statementThread',
  fileThread: 'platform/files/fileThread',
};

export default {
  root,
  publicDir: false,
  // Node's own order: the builds that the tests run.
  resolve: { mainFields: ['main', 'module'] },
  ssr: { noExternal: true, external: APART },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(
        Object.entries(PROGRAMS).map(([name, module]) => [name, join(COMPILED, 'server', `${module}.js`)]),
      ),
      // Class names are part of the schema and of log lines.
      output: { keepNames: true, chunkFileNames: '[name]-[hash].js' },
    },
  },
};
