import { defineConfig } from 'vitepress';

/** `npm run docs` and `npm run docs:build`: this folder and the pages beside it as a site with local search. */
export default defineConfig({
  title: 'Manam-Trace',
  description: 'Proof of origin for cacao cooperatives',
  srcDir: '..',
  srcExclude: ['client/**', 'server/**', 'tests/**', 'tools/**', 'docs/pieces/**', 'docs/script/**', '.manam/**'],
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: {
    'README.md': 'index.md',
    'docs/README.md': 'docs/index.md',
    'docs/:folder/README.md': 'docs/:folder/index.md',
  },
  // Files of the repository that are no pages.
  ignoreDeadLinks: [/(?:schema\.graphql|LICENSE)$/],
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Cooperative', link: '/docs/screens/' },
      { text: 'Partner', link: '/docs/partners' },
      { text: 'Operator', link: '/docs/operations' },
      { text: 'Developer', link: '/docs/architecture' },
      { text: 'Auditor', link: '/docs/verify-a-proof' },
    ],
    outline: [2, 3],
    sidebar: [
      {
        text: 'Cooperative',
        items: [
          { text: 'Screens', link: '/docs/screens/' },
          { text: 'Glossary', link: '/docs/glossary' },
          { text: 'Accounts', link: '/docs/operations/accounts' },
        ],
      },
      {
        text: 'Importer or partner',
        items: [
          { text: 'Guide for partners', link: '/docs/partners' },
          { text: 'API', link: '/docs/api' },
          { text: 'Message codes', link: '/docs/codes' },
          { text: 'manam-proof element', link: '/docs/manam-proof' },
        ],
      },
      {
        text: 'Operator',
        items: [
          { text: 'Install and operate', link: '/docs/operations' },
          { text: 'Settings', link: '/docs/operations/settings' },
          { text: 'Monitoring', link: '/docs/operations/monitoring' },
          { text: 'Backup and restore', link: '/docs/operations/restore' },
          { text: 'Secrets', link: '/docs/operations/secrets' },
          { text: 'Database roles', link: '/docs/operations/database-roles' },
          { text: 'Integrity audit', link: '/docs/operations/integrity-audit' },
          { text: 'Ledger checkpoints', link: '/docs/operations/ledger-checkpoints' },
          { text: 'Retention', link: '/docs/operations/retention' },
          { text: 'Satellite data', link: '/docs/operations/satellite' },
          { text: 'Several servers', link: '/docs/operations/several-servers' },
          { text: 'Proxy', link: '/docs/operations/proxy' },
          { text: 'Containers', link: '/docs/operations/containers' },
          { text: 'Fabric', link: '/docs/operations/fabric' },
          { text: 'Fabric members', link: '/docs/operations/fabric-members' },
        ],
      },
      {
        text: 'Developer',
        items: [
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Architecture', link: '/docs/architecture' },
          { text: 'Performance', link: '/docs/performance' },
          { text: 'Decision records', link: '/docs/decisions/' },
          { text: 'Changelog', link: '/CHANGELOG' },
        ],
      },
      {
        text: 'Auditor',
        items: [
          { text: 'Verify a proof', link: '/docs/verify-a-proof' },
          { text: 'Security', link: '/docs/security' },
        ],
      },
    ],
  },
});
