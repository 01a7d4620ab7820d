import { z } from 'zod';
import { statementNumbersInput } from '../../domain/statement/statementInput.ts';
import type { DueDiligenceRegistry } from '../../domain/statement/dueDiligenceRegistry.ts';
import { pageQuery, wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import type { StatementFigures } from './statementFigures.ts';
import {
  declarationAnswer,
  declarationData,
  declarationsAnswer,
  registryAnswer,
  retainedAnswer,
  retainedData,
  summaryAnswer,
  summaryData,
} from './statementSchemas.ts';
import type { SupplierDeclarations } from './supplierDeclarations.ts';

interface Services {
  statementFigures: StatementFigures;
  supplierDeclarations: SupplierDeclarations;
  statementRegistry: { driver: DueDiligenceRegistry['driver']; sampleData: boolean };
}

const figureRoutes = ({ statementFigures, statementRegistry }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/statements/registry',
    summary: 'Where statements are filed',
    access: 'staff',
    answer: registryAnswer,
    handle: async () => ({ data: { registry: { ...statementRegistry } } }),
  }),
  route({
    method: 'GET',
    path: '/statements/summary',
    summary: 'What was filed or handed over in one calendar year, UTC',
    description: 'Takes view_all_lots or manage_statements.',
    access: 'staff',
    query: z.strictObject({ year: wholeNumber('year', 2020, 2100) }),
    answer: summaryAnswer,
    handle: async ({ caller, query }) => ({
      data: { summary: summaryData(await statementFigures.summary(caller, query.year)) },
    }),
  }),
  route({
    method: 'GET',
    path: '/statements/retained',
    summary: 'Statements whose five years of keeping end within so many days, first ones first',
    description: 'Takes view_all_lots or manage_statements.',
    access: 'staff',
    query: z.strictObject({ days: wholeNumber('days', 0, 2_000).default(365) }),
    answer: retainedAnswer,
    handle: async ({ caller, query }) => ({
      data: { statements: (await statementFigures.retained(caller, query.days)).map(retainedData) },
    }),
  }),
];

const declarationRoutes = ({ supplierDeclarations }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/supplier-declarations',
    summary: 'Numbers of suppliers that were verified, the newest first',
    description: 'Takes view_all_lots or manage_statements.',
    access: 'staff',
    query: z.strictObject(pageQuery(20)),
    answer: declarationsAnswer,
    handle: async ({ caller, query }) => {
      const { declarations, pagination } = await supplierDeclarations.list(caller, query);
      return { data: { declarations: declarations.map(declarationData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/supplier-declarations',
    summary: 'Ask the registry about the numbers that a supplier gave',
    description: 'Takes manage_statements.',
    access: 'staff',
    long: true,
    status: 201,
    body: statementNumbersInput,
    answer: declarationAnswer,
    handle: async ({ caller, body, info }) => ({
      data: { declaration: declarationData(await supplierDeclarations.verify(caller, body, info)) },
    }),
  }),
];

/** REST calls of figures over statements, and of numbers of suppliers. */
export const statementFigureRoutes = (services: Services): readonly Route[] => [
  ...figureRoutes(services),
  ...declarationRoutes(services),
];
