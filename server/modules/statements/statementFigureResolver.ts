import { Arg, Ctx, createUnionType, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { statementNumbersInput } from '../../domain/statement/statementInput.ts';
import type { DueDiligenceRegistry } from '../../domain/statement/dueDiligenceRegistry.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { requireUser } from '../../platform/access/caller.ts';
import { retainedWithin, summaryYear } from './statementCalls.ts';
import { driverName } from './statementEnums.ts';
import type { StatementFigures } from './statementFigures.ts';
import {
  RetainedStatementType,
  StatementRegistry,
  StatementSummary,
  SupplierDeclaration,
  SupplierDeclarationPage,
} from './statementFigureTypes.ts';
import type { SupplierDeclarations } from './supplierDeclarations.ts';

@ObjectType({ description: 'What the registry said of a number' })
class DeclarationVerified {
  @Field(() => SupplierDeclaration, { description: 'The answer, which is kept' })
  declaration!: SupplierDeclaration;
}

const VerifyDeclarationResult = createUnionType({
  name: 'VerifyDeclarationResult',
  description: 'What verifying a number may answer',
  types: () => [DeclarationVerified, NotFound] as const,
});

interface Services {
  statementFigures: StatementFigures;
  supplierDeclarations: SupplierDeclarations;
  statementRegistry: { driver: DueDiligenceRegistry['driver']; sampleData: boolean };
}

/** Figures over statements, and numbers of suppliers. */
@Resolver()
export class StatementFigureResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => StatementRegistry, {
    description: 'Where statements are filed. Example: `{ statementRegistry { driver sampleData } }`',
  })
  statementRegistry(@Ctx() { caller }: Context): StatementRegistry {
    requireUser(caller);
    const { driver, sampleData } = this.#services.statementRegistry;
    return { driver: driverName(driver), sampleData };
  }

  @Query(() => StatementSummary, {
    description:
      'What was filed or handed over in one calendar year. ' +
      'Example: `{ statementSummary(year: 2027) { statements netMass countries conclusions { status origins } } }`',
  })
  statementSummary(
    @Arg('year', () => Int, { description: '2020 to 2100, UTC' }) year: number,
    @Ctx() { caller }: Context,
  ): Promise<StatementSummary> {
    return this.#services.statementFigures.summary(caller, parseArguments(caller, summaryYear, { year }).year);
  }

  @Query(() => [RetainedStatementType], {
    description:
      'Statements whose five years of keeping end within so many days, at most 500, first ones first. ' +
      'Example: `{ retainedStatements(days: 90) { internalReference retainedUntil } }`',
  })
  retainedStatements(
    @Arg('days', () => Int, { defaultValue: 365, description: '0 to 2,000' }) days: number,
    @Ctx() { caller }: Context,
  ): Promise<RetainedStatementType[]> {
    return this.#services.statementFigures.retained(caller, parseArguments(caller, retainedWithin, { days }).days);
  }

  @Query(() => SupplierDeclarationPage, {
    description:
      'Numbers of suppliers that were verified, the newest first. ' +
      'Example: `{ supplierDeclarations { declarations { referenceNumber verdict } } }`',
  })
  supplierDeclarations(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<SupplierDeclarationPage> {
    return this.#services.supplierDeclarations.list(caller, parsePage(page, limit));
  }

  @Mutation(() => VerifyDeclarationResult, {
    description:
      'Asks the registry about the numbers that a supplier gave. ' +
      'Example: `mutation { verifyDeclaration(referenceNumber: "26BE7XTVCZAQ2S", verificationNumber: "SFFCB4Y3") { ' +
      '... on DeclarationVerified { declaration { verdict } } ... on Failure { message } } }`',
  })
  verifyDeclaration(
    @Arg('referenceNumber', () => String, { description: '14 letters and digits' }) referenceNumber: string,
    @Arg('verificationNumber', () => String, { description: 'The number beside it' }) verificationNumber: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof VerifyDeclarationResult> {
    return orFailure([NotFound], async () => {
      const numbers = parseArguments(caller, statementNumbersInput, { referenceNumber, verificationNumber });
      const declaration = await this.#services.supplierDeclarations.verify(caller, numbers, info);
      return Object.assign(new DeclarationVerified(), { declaration });
    });
  }
}
