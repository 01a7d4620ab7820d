import { z } from 'zod';
import { newStatementInput, recordedFilingInput, statementPatch } from '../../domain/statement/statementInput.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { ifMatchHeader, withMatchedVersion } from '../../platform/rest/ifMatch.ts';
import { wholeNumber } from '../../platform/rest/query.ts';
import { route, type DataAnswer, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { consignmentId } from '../consignments/consignmentRoutes.ts';
import type { StatementFilingLog } from './filing/filingLog.ts';
import type { StatementPackages } from './package/statementPackages.ts';
import { publishNumbersInput, statementStepInput, withdrawStatementInput } from './statementCalls.ts';
import type { StatementCheck } from './statementCheck.ts';
import {
  exchangesAnswer,
  exchangeTextsAnswer,
  statementAnswer,
  statementCheckAnswer,
  statementCheckData,
  statementData,
  statementsAnswer,
} from './statementSchemas.ts';
import type { StatementService } from './statementService.ts';
import type { StatementSteps } from './statementSteps.ts';
import type { StatementView } from './statementView.ts';

interface Services {
  statements: StatementService;
  statementCheck: StatementCheck;
  statementSteps: StatementSteps;
  statementFilingLog: StatementFilingLog;
  statementPackages: StatementPackages;
}

const MANAGE = 'Takes manage_statements.';
const headers = ifMatchHeader('statement');
const statementId = z.object({ id: idText().describe('UUID of the statement') });

const readRoutes = ({ statements }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/consignments/:id/statements',
    summary: 'The statements of a consignment, the newest first',
    description: 'Takes view_all_lots or manage_statements.',
    access: 'staff',
    params: consignmentId,
    answer: statementsAnswer,
    handle: async ({ caller, params }) => ({
      data: { statements: (await statements.list(caller, params.id)).map(statementData) },
    }),
  }),
  route({
    method: 'GET',
    path: '/statements/:id',
    summary: 'One statement',
    access: 'staff',
    conditional: true,
    params: statementId,
    answer: statementAnswer,
    handle: async ({ caller, params }) => {
      const found = await statements.find(caller, params.id);
      if (found === null) throw notFound('Statement');
      return answered(found);
    },
  }),
];

const fileRoutes = ({ statementFilingLog, statementPackages }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/statements/:id/package',
    summary: 'The package of a statement as one zip file, the same bytes each time',
    access: 'staff',
    long: true,
    heavy: 'reports',
    params: statementId,
    files: ['application/zip'],
    handle: async ({ caller, params, info }) => ({
      file: await statementPackages.forCaller(caller, params.id, info),
      headers: { 'cache-control': 'no-store' },
    }),
  }),
  route({
    method: 'GET',
    path: '/statements/:id/exchanges',
    summary: 'Requests to the registry about a statement, the newest first, at most 100',
    access: 'staff',
    params: statementId,
    answer: exchangesAnswer,
    handle: async ({ caller, params }) => {
      const exchanges = await statementFilingLog.list(caller, params.id);
      return { data: { exchanges: exchanges.map(({ at, ...exchange }) => ({ ...exchange, at: at.toISOString() })) } };
    },
  }),
  route({
    method: 'GET',
    path: '/statements/:id/exchanges/:exchange',
    summary: 'The texts of one request to the registry and of its answer, without secrets',
    description: 'Each time is audited.',
    access: 'staff',
    long: true,
    heavy: 'reports',
    params: z.object({
      id: idText().describe('UUID of the statement'),
      exchange: wholeNumber('exchange', 1, 999_999_999),
    }),
    answer: exchangeTextsAnswer,
    handle: async ({ caller, params, info }) => ({
      data: await statementFilingLog.texts(caller, params.id, params.exchange, info),
    }),
  }),
];

const draftRoutes = ({ statements, statementCheck }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/consignments/:id/statements',
    summary: 'Make a draft for a closed consignment',
    description: MANAGE,
    access: 'staff',
    status: 201,
    params: consignmentId,
    body: newStatementInput,
    answer: statementAnswer,
    handle: async ({ caller, params, body, info }) => answered(await statements.create(caller, params.id, body, info)),
  }),
  route({
    method: 'PATCH',
    path: '/statements/:id',
    summary: 'Change a statement that was not handed over or submitted; it is a draft then',
    description: MANAGE,
    access: 'staff',
    headers,
    params: statementId,
    body: statementPatch,
    answer: statementAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await statements.change(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'DELETE',
    path: '/statements/:id',
    summary: 'Delete a statement that was not handed over or submitted',
    description: MANAGE,
    access: 'staff',
    params: statementId,
    answer: z.strictObject({ discarded: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await statements.discard(caller, params.id, info);
      return { data: { discarded: true } };
    },
  }),
  route({
    method: 'POST',
    path: '/statements/:id/check',
    summary: "Compare a statement with the registry's rules; without faults its content is frozen",
    description: MANAGE,
    access: 'staff',
    long: true,
    headers,
    params: statementId,
    body: statementStepInput,
    answer: statementCheckAnswer,
    handle: async ({ caller, params, body, header, info }) => {
      const { version } = withMatchedVersion(body, header('if-match'));
      return { data: statementCheckData(await statementCheck.check(caller, params.id, version, info)) };
    },
  }),
];

type Step = 'handOver' | 'submit' | 'amend' | 'archive';
const STEPS: readonly { step: Step; path: string; summary: string; status?: number; long?: boolean }[] = [
  { step: 'handOver', path: 'hand-over', summary: 'Have the package of a checked statement made', long: true },
  { step: 'submit', path: 'submit', summary: 'File a checked statement at the registry', long: true },
  { step: 'amend', path: 'amend', summary: 'Begin a new version, which takes its place once it is filed', status: 201 },
  { step: 'archive', path: 'archive', summary: 'Put an available statement away' },
];

const stepRoutes = ({ statementSteps }: Services): readonly Route[] =>
  STEPS.map(({ step, path, summary, status = 200, long = false }) =>
    route({
      method: 'POST',
      path: `/statements/:id/${path}`,
      summary,
      description: MANAGE,
      access: 'staff',
      status,
      long,
      headers,
      params: statementId,
      body: statementStepInput,
      answer: statementAnswer,
      handle: async ({ caller, params, body, header, info }) => {
        const { version } = withMatchedVersion(body, header('if-match'));
        return answered(await statementSteps[step](caller, params.id, version, info));
      },
    }),
  );

const reportRoutes = ({ statementSteps }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/statements/:id/withdraw',
    summary: 'Withdraw a statement at the registry, or record that the importer did',
    description: MANAGE,
    access: 'staff',
    headers,
    params: statementId,
    body: withdrawStatementInput,
    answer: statementAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await statementSteps.withdraw(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'POST',
    path: '/statements/:id/record',
    summary: 'Record what the importer reports about a statement that was handed over',
    description: MANAGE,
    access: 'staff',
    headers,
    params: statementId,
    body: recordedFilingInput,
    answer: statementAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(await statementSteps.record(caller, params.id, withMatchedVersion(body, header('if-match')), info)),
  }),
  route({
    method: 'PUT',
    path: '/statements/:id/numbers-public',
    summary: 'Show the numbers of a statement on the public pages of its lots, or no longer',
    description: MANAGE,
    access: 'staff',
    headers,
    params: statementId,
    body: publishNumbersInput,
    answer: statementAnswer,
    handle: async ({ caller, params, body, header, info }) =>
      answered(
        await statementSteps.publishNumbers(caller, params.id, withMatchedVersion(body, header('if-match')), info),
      ),
  }),
];

/** REST calls of statements. */
export const statementRoutes = (services: Services): readonly Route[] => [
  ...readRoutes(services),
  ...fileRoutes(services),
  ...draftRoutes(services),
  ...stepRoutes(services),
  ...reportRoutes(services),
];

function answered(view: StatementView): DataAnswer {
  return { data: { statement: statementData(view) }, headers: { etag: `"${view.version}"` } };
}
