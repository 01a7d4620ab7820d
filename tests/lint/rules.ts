import type { IForbiddenRuleType } from 'dependency-cruiser';

/** An arrow of the house (docs/architecture.md), and a module that breaks it. */
export interface Arrow {
  rule: IForbiddenRuleType & { name: string };
  /** whether an `import type` breaks it as well; a type alone binds no code at run time, but it does bind knowledge */
  typesCount: boolean;
  /** a module that breaks this rule: its path and the one line in it */
  broken: { path: string; text: string };
}

const TEST = String.raw`\.test\.tsx?\b`;

/** The modules in order: each may import those before it, so there is no circle. */
const MODULES = [
  'audit',
  'identity',
  'cooperative',
  'farms',
  'parties',
  'lots',
  'transformations',
  'alerts',
  'webhooks',
  'mail',
  'satellite',
  'compliance',
  'provenance',
  'reports',
  'consignments',
  'due-diligence',
  'trail',
  'statements',
  'monitoring',
  'live',
  'privacy',
  'integrity-audit',
] as const;

function moduleKnowsOnlyEarlier(module: string, index: number): Arrow {
  const later = MODULES.slice(index + 1);
  return {
    rule: {
      name: `${module}-knows-only-earlier-modules`,
      comment: `${module} stands without ${later.join(', ')}; where they need it, server/modules.ts hands a part of theirs over`,
      severity: 'error',
      from: { path: `^server/modules/${module}/` },
      to: { path: `^server/modules/(${later.join('|')})/` },
    },
    typesCount: true,
    broken: {
      path: `server/modules/${module}/knowing.ts`,
      text: `import type { A } from '../integrity-audit/integrityAudit.ts';`,
    },
  };
}

/** Paths are those of the sources. They are matched as regular expressions without an end, so `\b` stands for one. */
export const ARROWS: readonly Arrow[] = [
  {
    rule: {
      name: 'domain-is-pure',
      comment: 'The rules run in browser, server and chaincode: they import nothing but zod and the parser of messages',
      severity: 'error',
      from: { path: '^server/domain/', pathNot: '^server/domain/proof/' },
      to: { pathNot: String.raw`^server/domain/|^messages/types\.ts|^node_modules/(zod|@lingui/message-utils)/` },
    },
    typesCount: true,
    broken: { path: 'server/domain/broken.ts', text: "import 'node:fs';" },
  },
  {
    rule: {
      name: 'proofs-load-in-a-browser',
      comment: 'Proofs need a canonicaliser, which browsers can load too, and nothing else',
      severity: 'error',
      from: { path: '^server/domain/proof/' },
      to: { pathNot: '^server/domain/|^node_modules/(zod|canonicalize)/' },
    },
    typesCount: true,
    broken: { path: 'server/domain/proof/broken.ts', text: "import 'node:crypto';" },
  },
  {
    rule: {
      name: 'product-uses-no-tools',
      comment: 'Tools use the product; the product runs without them',
      severity: 'error',
      from: { path: '^(server|client)/' },
      to: { path: '^tools/' },
    },
    typesCount: true,
    broken: { path: 'server/toolUser.ts', text: "import '../tools/fabric-network/layout.ts';" },
  },
  {
    rule: {
      name: 'client-takes-rules-only',
      comment: 'Of the server the client imports the domain alone',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/', pathNot: '^server/domain/' },
    },
    typesCount: true,
    broken: { path: 'client/broken.ts', text: "import type { Config } from '../server/platform/config.ts';" },
  },
  {
    rule: {
      name: 'public-pages-load-no-staff-area',
      comment: 'A shopper with one bar of signal loads no screen of the staff area and no GraphQL client',
      severity: 'error',
      from: { path: '^client/public/' },
      to: { path: '^client/(staff|graphql|query)/|^node_modules/(@apollo|graphql)/' },
    },
    typesCount: true,
    broken: { path: 'client/public/broken.ts', text: "import '@apollo/client';" },
  },
  {
    rule: {
      name: 'public-pages-load-no-forms',
      comment:
        'The form library comes with the staff area: neither a public page nor a piece that one may take reaches it',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/(staff/|design/(form|wizard)/)' },
      to: { path: '^client/design/(form|wizard)/' },
    },
    typesCount: false,
    broken: { path: 'client/design/brokenField.ts', text: "import './form/useForm.ts';" },
  },
  {
    rule: {
      name: 'the-element-is-plain',
      comment: 'It is one small file on pages of others: it draws DOM nodes, and takes no screen and no framework',
      severity: 'error',
      from: { path: '^client/element/' },
      to: {
        path: String.raw`^client/(staff|graphql|query)/|^client/.+\.tsx\b|^node_modules/(react|@chakra-ui|@emotion|@apollo)`,
      },
    },
    typesCount: false,
    broken: { path: 'client/element/broken.ts', text: "import '../design/ToneIcon.tsx';" },
  },
  {
    rule: {
      name: 'forms-go-through-the-pieces',
      comment: 'Screens take useForm, its controls and the wizard of ours (docs/decisions/0023-react-hook-form.md)',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/design/(form|wizard)/' },
      to: { path: '^node_modules/(react-hook-form|@hookform)/' },
    },
    typesCount: true,
    broken: { path: 'client/staff/brokenForm.ts', text: "import { useForm } from 'react-hook-form';" },
  },
  {
    rule: {
      name: 'public-pages-load-no-heavy-pieces',
      comment: 'Charts, tables and the palette bring libraries that a shopper has no use for',
      severity: 'error',
      from: { path: '^client/public/' },
      to: { path: '^client/design/(charts|table|palette)/|^node_modules/(recharts|@tanstack)/' },
    },
    typesCount: false,
    broken: { path: 'client/public/heavy.ts', text: "import '../design/charts/Chart.tsx';" },
  },
  {
    rule: {
      name: 'charts-are-drawn-by-one-file',
      comment: 'It is loaded when a drawing is first shown',
      severity: 'error',
      from: { path: '^client/', pathNot: String.raw`^client/design/charts/Drawing\.tsx\b` },
      to: { path: '^node_modules/recharts/' },
    },
    typesCount: false,
    broken: { path: 'client/staff/drawn.ts', text: "import 'recharts';" },
  },
  {
    rule: {
      name: 'maps-are-drawn-on-by-one-file',
      comment: 'It is loaded when somebody draws a plot (docs/decisions/0057-drawing-plots.md)',
      severity: 'error',
      from: { path: '^client/', pathNot: String.raw`^client/staff/farms/drawOnMap\.ts\b` },
      to: { path: '^node_modules/(maplibre-gl|terra-draw)' },
    },
    typesCount: false,
    broken: { path: 'client/staff/mapped.ts', text: "import 'maplibre-gl';" },
  },
  {
    rule: {
      name: 'staff-area-takes-nothing-of-public-pages',
      comment: 'What both need stands in client/design or client/words',
      severity: 'error',
      from: { path: '^client/(staff|graphql|query)/' },
      to: { path: '^client/public/' },
    },
    typesCount: true,
    broken: { path: 'client/staff/broken.ts', text: "import '../public/verify/retry.ts';" },
  },
  {
    rule: {
      name: 'pieces-know-no-area',
      comment:
        'Pieces and words are shared: they know neither the staff area nor the public pages, nor where data comes from',
      severity: 'error',
      from: { path: '^client/(design|words)/' },
      to: { path: '^client/(staff|public|graphql|query)/|^node_modules/@apollo/' },
    },
    typesCount: true,
    broken: { path: 'client/design/broken.ts', text: "import '../staff/changes.ts';" },
  },
  {
    rule: {
      name: 'words-draw-nothing',
      comment: 'Words are said by whatever draws them, on a server too',
      severity: 'error',
      from: { path: '^client/words/' },
      to: { path: '^client/design/|^node_modules/@chakra-ui/' },
    },
    typesCount: true,
    broken: { path: 'client/words/broken.ts', text: "import '../design/system.ts';" },
  },
  {
    rule: {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^client/' },
    },
    typesCount: true,
    broken: { path: 'server/broken.ts', text: "import type { Lot } from '../client/graphql/generated.ts';" },
  },
  {
    rule: {
      name: 'drivers-are-opened-in-one-place',
      comment: 'Everyone else uses the ports; commands are programs of their own',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: String.raw`^server/(adapters/|modules/(identity/(addUser|rotateSecret)|integrity-audit/(verifyLedger|wholeEmbedded|migrateLedger))\.ts\b)`,
      },
      to: { path: '^server/adapters/(ledger-embedded|forest-hansen|postgres-embedded)/' },
    },
    typesCount: true,
    broken: {
      path: 'server/modules/lots/broken.ts',
      text: "import '../../adapters/ledger-embedded/embeddedLedger.ts';",
    },
  },
  {
    rule: {
      name: 'chaincode-uses-the-domain-only',
      comment: 'It runs beside the peers of every organization',
      severity: 'error',
      from: { path: '^server/adapters/ledger-fabric/chaincode/' },
      to: {
        path: '^server/',
        pathNot: '^server/(domain/|adapters/ledger-fabric/chaincode/|platform/process/nodeVersion.ts$)',
      },
    },
    typesCount: true,
    broken: {
      path: 'server/adapters/ledger-fabric/chaincode/broken.ts',
      text: "import type { Config } from '../../../platform/config.ts';",
    },
  },
  {
    rule: {
      name: 'chaincode-is-called-on-a-peer',
      comment: 'The program calls it through the network; shared knowledge is in the domain',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/adapters/ledger-fabric/chaincode/' },
      to: { path: '^server/adapters/ledger-fabric/chaincode/' },
    },
    typesCount: true,
    broken: { path: 'server/adapters/ledger-fabric/short.ts', text: "import './chaincode/recording.ts';" },
  },
  {
    rule: {
      name: 'no-loose-files',
      comment: 'The root of the server holds the program and the composition of modules',
      severity: 'error',
      from: { path: '^(server|client|tests|docs)/' },
      to: {
        path: String.raw`^server/[^/]+\.ts\b`,
        pathNot: String.raw`^server/(main|app|modules|openHttp)\.ts\b`,
      },
    },
    typesCount: true,
    broken: { path: 'server/modules/lots/loosely.ts', text: "import '../../circle.ts';" },
  },
  ...MODULES.slice(0, -1).map(moduleKnowsOnlyEarlier),
  {
    rule: {
      name: 'no-service-locator',
      comment:
        'The root composes the modules and holds the list of all services: everything else receives the services that it needs',
      severity: 'error',
      from: { path: '^server/[^/]+/' },
      to: { path: String.raw`^server/[^/]+\.ts\b` },
    },
    typesCount: true,
    broken: {
      path: 'server/modules/lots/locating.ts',
      text: "import type { AppModules } from '../../modules.ts';",
    },
  },
  {
    rule: {
      name: 'platform-knows-no-modules',
      comment: 'What modules contribute is passed in by server/modules.ts, app.ts or openHttp.ts',
      severity: 'error',
      from: { path: '^server/platform/' },
      to: { path: '^server/modules/' },
    },
    typesCount: true,
    broken: {
      path: 'server/platform/http/knowing.ts',
      text: "import type { MailService } from '../../modules/mail/mailService.ts';",
    },
  },
  {
    rule: {
      name: 'platform-knows-no-adapters',
      comment: 'The platform uses the ports in server/domain',
      severity: 'error',
      from: { path: '^server/platform/' },
      to: { path: '^server/adapters/' },
    },
    typesCount: true,
    broken: {
      path: 'server/platform/database/adapting.ts',
      text: "import type { DataFolderInUse } from '../../adapters/postgres-embedded/folderLock.ts';",
    },
  },
  {
    rule: {
      name: 'adapters-know-no-modules',
      comment: 'Adapters implement ports and may read the SQL views that owners of tables export; modules call them',
      severity: 'error',
      from: { path: '^server/adapters/' },
      to: { path: '^server/modules/', pathNot: String.raw`Views\.ts\b` },
    },
    typesCount: true,
    broken: {
      path: 'server/adapters/ledger-fabric/knowing.ts',
      text: "import type { Register } from '../../modules/ledger/register/register.ts';",
    },
  },
  {
    rule: {
      name: 'graphql-knows-no-rest',
      comment: 'The two transports and the pages share server/platform/http',
      severity: 'error',
      from: { path: '^server/platform/(graphql|ssr)/' },
      to: { path: '^server/platform/rest/' },
    },
    typesCount: true,
    broken: { path: 'server/platform/graphql/restful.ts', text: "import type { Route } from '../rest/route.ts';" },
  },
  {
    rule: {
      name: 'modules-are-composed-in-one-place',
      comment: 'A module receives what it needs when it is made and imports no other module as a whole',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/' },
      to: { path: String.raw`^server/modules/[^/]+/\w+Module\.ts\b`, pathNot: '^server/modules/$1/' },
    },
    typesCount: false,
    broken: { path: 'server/modules/lots/reaching.ts', text: "import '../alerts/alertModule.ts';" },
  },
  {
    rule: {
      name: 'entities-stay-home',
      comment: "Modules reach each other's entities through services",
      severity: 'error',
      from: { path: '^server/(?:modules/)?([^/]+)/' },
      to: {
        path: String.raw`^server/modules/(identity/(user|partnerKey)|lots/lot|alerts/(alert|investigation/alertComment)|webhooks/webhook)\.ts\b`,
        pathNot: '^server/modules/$1/',
      },
    },
    typesCount: false,
    broken: { path: 'server/modules/provenance/broken.ts', text: "import { Lot } from '../lots/lot.ts';" },
  },
  {
    rule: {
      name: 'transports-hold-no-queries',
      comment: 'A resolver or route goes through a service',
      severity: 'error',
      from: { path: String.raw`(Resolver|Routes|Subscription)\.ts\b|^server/platform/(graphql|rest|http)/` },
      to: { path: String.raw`^server/platform/database/database\.ts\b|^node_modules/(pg|@mikro-orm)/` },
    },
    typesCount: true,
    broken: {
      path: 'server/modules/lots/brokenResolver.ts',
      text: "import type { Database } from '../../platform/database/database.ts';",
    },
  },
  {
    rule: {
      name: 'services-know-no-transport',
      comment: 'Transport, then service, then domain or port: never back up',
      severity: 'error',
      from: { path: String.raw`(Service|Reader|Writer)\.ts\b` },
      to: {
        path: String.raw`^server/(modules|platform)/.*(Resolver|Routes|Types)\.ts\b|^server/platform/(http|rest|graphql)/|^node_modules/(fastify|type-graphql|@apollo/server|graphql)/`,
      },
    },
    typesCount: true,
    broken: { path: 'server/modules/lots/brokenService.ts', text: "import 'fastify';" },
  },
  {
    rule: {
      name: 'server-needs-no-tools',
      comment: 'What runs in production is a dependency, not a development tool, and is declared',
      severity: 'error',
      from: { path: '^server/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    typesCount: false,
    broken: { path: 'server/tool.ts', text: "import 'vite';" },
  },
  {
    rule: { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    typesCount: false,
    broken: { path: 'server/circle.ts', text: "import './circle.ts';" },
  },
  {
    rule: {
      name: 'no-circles-of-types-in-server',
      comment: 'A type that two modules need has a file below both',
      severity: 'error',
      from: { path: '^server/' },
      to: { circular: true },
    },
    typesCount: true,
    broken: { path: 'server/typeCircle.ts', text: "import type { Circle } from './typeCircle.ts';" },
  },
  {
    rule: {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^(server|client)/' },
      to: { path: `^tests/|${TEST}` },
    },
    typesCount: true,
    broken: { path: 'client/testing.ts', text: "import '../tests/support/database.ts';" },
  },
  {
    rule: { name: 'imports-exist', severity: 'error', from: {}, to: { couldNotResolve: true } },
    typesCount: false,
    broken: { path: 'client/missing.ts', text: "import './thereIsNoSuchFile.ts';" },
  },
];
