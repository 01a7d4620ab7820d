import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { newStatementInput, recordedFilingInput, statementPatch } from '../../domain/statement/statementInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { StatementFilingLog } from './filing/filingLog.ts';
import { findingLink } from './findingLink.ts';
import { publishNumbersInput, statementStepInput, withdrawStatementInput } from './statementCalls.ts';
import type { StatementCheck, StatementCheckView } from './statementCheck.ts';
import { StatementExchange } from './statementFigureTypes.ts';
import { CreateStatementInput, RecordStatementInput, UpdateStatementInput } from './statementInputTypes.ts';
import type { StatementService } from './statementService.ts';
import type { StatementSteps } from './statementSteps.ts';
import {
  CheckStatementResult,
  DiscardStatementResult,
  StatementChecked,
  StatementDiscarded,
  StatementResult,
  StatementSaved,
  StatementType,
} from './statementTypes.ts';
import type { StatementView } from './statementView.ts';

interface Services {
  statements: StatementService;
  statementCheck: StatementCheck;
  statementSteps: StatementSteps;
  statementFilingLog: StatementFilingLog;
}

const VERSION = 'The version that was read; another one now is a VersionConflict';
const ONE = 'UUID of the statement';
const EXAMPLE = '... on StatementSaved { statement { state } } ... on Failure { message } } }`';

/** Statements of consignments. */
@Resolver(() => StatementType)
export class StatementResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => [StatementType], {
    description:
      'The statements of a consignment, the newest first, for those who see all lots or manage statements. ' +
      'Example: `query ($id: ID!) { statements(consignmentId: $id) { state referenceNumber windowEndsAt } }`',
  })
  statements(
    @Arg('consignmentId', () => ID, { description: 'UUID of the consignment' }) consignmentId: string,
    @Ctx() { caller }: Context,
  ): Promise<StatementType[]> {
    return this.#services.statements.list(caller, consignmentId);
  }

  @Query(() => StatementType, {
    nullable: true,
    description:
      'One statement; null for none. Example: `query ($id: ID!) { statement(id: $id) { state alertsSince { title } } }`',
  })
  statement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<StatementType | null> {
    return this.#services.statements.find(caller, id);
  }

  @FieldResolver(() => [StatementExchange], {
    description: 'Requests to the registry, the newest first, at most 100',
  })
  exchanges(@Root() { id }: StatementType, @Ctx() { caller }: Context): Promise<StatementExchange[]> {
    return this.#services.statementFilingLog.list(caller, id);
  }

  @Mutation(() => StatementResult, {
    description:
      'Makes a draft for a closed consignment. Example: `mutation ($id: ID!) { createStatement(consignmentId: $id, ' +
      'input: { activityType: IMPORT }) { ... on StatementSaved { statement { id } } ... on Failure { message } } }`',
  })
  createStatement(
    @Arg('consignmentId', () => ID, { description: 'UUID of the consignment' }) consignmentId: string,
    @Arg('input', () => CreateStatementInput, { description: 'The new statement' }) input: CreateStatementInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => {
      const given = parseArguments(caller, newStatementInput, plainInput(input));
      return this.#services.statements.create(caller, consignmentId, given, info);
    });
  }

  @Mutation(() => StatementResult, {
    description:
      'Changes a statement that was not handed over or submitted; it is a draft then. ' +
      `Example: \`mutation ($id: ID!) { updateStatement(id: $id, input: { comment: "Bags" }) { ${EXAMPLE}`,
  })
  updateStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('input', () => UpdateStatementInput, { description: 'What changes' }) input: UpdateStatementInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => {
      const patch = parseArguments(caller, statementPatch, patchOf(input));
      return this.#services.statements.change(caller, id, patch, info);
    });
  }

  @Mutation(() => CheckStatementResult, {
    description:
      "Compares a statement with the registry's rules; without faults its content is frozen. " +
      'Example: `mutation ($id: ID!) { checkStatement(id: $id) { ... on StatementChecked { ready findings { code link } } ' +
      '... on Failure { message } } }`',
  })
  checkStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof CheckStatementResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const input = parseArguments(caller, statementStepInput, { version: version ?? undefined });
      const view = await this.#services.statementCheck.check(caller, id, input.version, info);
      return Object.assign(new StatementChecked(), checkedType(view));
    });
  }

  @Mutation(() => DiscardStatementResult, {
    description:
      'Deletes a statement that was not handed over or submitted. ' +
      'Example: `mutation ($id: ID!) { discardStatement(id: $id) { ... on StatementDiscarded { discarded } ' +
      '... on Failure { message } } }`',
  })
  discardStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof DiscardStatementResult> {
    return orFailure([NotFound], async () => {
      await this.#services.statements.discard(caller, id, info);
      return Object.assign(new StatementDiscarded(), { discarded: true });
    });
  }

  @Mutation(() => StatementResult, {
    description: `Has the package of a checked statement made. Example: \`mutation ($id: ID!) { handOverStatement(id: $id) { ${EXAMPLE}`,
  })
  handOverStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => this.#services.statementSteps.handOver(caller, id, stepOf(caller, version), info));
  }

  @Mutation(() => StatementResult, {
    description: `Files a checked statement at the registry. Example: \`mutation ($id: ID!) { submitStatement(id: $id) { ${EXAMPLE}`,
  })
  submitStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => this.#services.statementSteps.submit(caller, id, stepOf(caller, version), info));
  }

  @Mutation(() => StatementResult, {
    description:
      'Begins a new version of a filed statement, which takes its place once it is filed. ' +
      `Example: \`mutation ($id: ID!) { amendStatement(id: $id) { ${EXAMPLE}`,
  })
  amendStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => this.#services.statementSteps.amend(caller, id, stepOf(caller, version), info));
  }

  @Mutation(() => StatementResult, {
    description:
      'Withdraws a statement at the registry, or records that the importer did. ' +
      `Example: \`mutation ($id: ID!) { withdrawStatement(id: $id) { ${EXAMPLE}`,
  })
  withdrawStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('withdrawnAt', () => DateTime, { nullable: true, description: 'When the importer did; now unless given' })
    withdrawnAt: string | null | undefined,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => {
      const values = { withdrawnAt: withdrawnAt ?? undefined, version: version ?? undefined };
      const input = parseArguments(caller, withdrawStatementInput, values);
      return this.#services.statementSteps.withdraw(caller, id, input, info);
    });
  }

  @Mutation(() => StatementResult, {
    description:
      'Records what the importer reports about a statement that was handed over. ' +
      'Example: `mutation ($id: ID!) { recordStatement(id: $id, input: { referenceNumber: "26BE7XTVCZAQ2S", ' +
      `verificationNumber: "SFFCB4Y3", submittedAt: "2026-11-20T10:00:00Z" }) { ${EXAMPLE}`,
  })
  recordStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('input', () => RecordStatementInput, { description: 'What is reported' }) input: RecordStatementInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => {
      const { version, ...values } = input;
      const given = parseArguments(caller, recordedFilingInput, { ...values, version: version ?? undefined });
      return this.#services.statementSteps.record(caller, id, given, info);
    });
  }

  @Mutation(() => StatementResult, {
    description: `Puts an available statement away. Example: \`mutation ($id: ID!) { archiveStatement(id: $id) { ${EXAMPLE}`,
  })
  archiveStatement(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => this.#services.statementSteps.archive(caller, id, stepOf(caller, version), info));
  }

  @Mutation(() => StatementResult, {
    description:
      'Shows the numbers of a statement on the public pages of its lots, or no longer. ' +
      `Example: \`mutation ($id: ID!) { publishStatementNumbers(id: $id, numbersPublic: true) { ${EXAMPLE}`,
  })
  publishStatementNumbers(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('numbersPublic', () => Boolean, { description: 'Whether they are shown' }) numbersPublic: boolean,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof StatementResult> {
    return saved(() => {
      const input = parseArguments(caller, publishNumbersInput, { numbersPublic, version: version ?? undefined });
      return this.#services.statementSteps.publishNumbers(caller, id, input, info);
    });
  }
}

/** A check as both interfaces answer it. */
export function checkedType({ ready, findings, statement }: StatementCheckView) {
  return {
    ready,
    findings: findings.map((finding) => ({ ...finding, link: findingLink(statement.consignmentId, finding) })),
    statement,
  };
}

function saved(work: () => Promise<StatementView>): Promise<typeof StatementResult> {
  return orFailure([NotFound, VersionConflict], async () => {
    return Object.assign(new StatementSaved(), { statement: await work() });
  });
}

function stepOf(caller: Context['caller'], version: number | null | undefined): number | undefined {
  return parseArguments(caller, statementStepInput, { version: version ?? undefined }).version;
}

/** Values that are null are as if they were left out. */
function plainInput({ representedOperator, ...input }: CreateStatementInput): Record<string, unknown> {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(given), ...operatorIn(representedOperator) };
}

/** Null takes an optional value away; of the others it means the same as leaving out. */
function patchOf({ representedOperator, ...input }: UpdateStatementInput): Record<string, unknown> {
  const optional = new Set(['countryOfActivity', 'borderCrossCountry', 'comment', 'deviationPercent']);
  const given = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (value !== null || optional.has(name)),
  );
  return { ...Object.fromEntries(given), ...operatorIn(representedOperator) };
}

function operatorIn(operator: UpdateStatementInput['representedOperator']): Record<string, unknown> {
  if (operator === undefined) return {};
  if (operator === null) return { representedOperator: null };
  return { representedOperator: { ...operator, address: { ...operator.address } } };
}
