import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';

const MAX_COMPILED = 500;

/** Executes operations as compiled functions; each document is compiled once and cached by its identity. */
export class CompiledExecution {
  readonly #schema: GraphQLSchema;
  readonly #compiled = new Map<DocumentNode, Map<string, CompiledQuery>>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The compiled operation, or the errors of its compilation. */
  compile(document: DocumentNode, operationName: string | null | undefined): CompiledQuery | ExecutionResult {
    const name = operationName ?? '';
    let byName = this.#compiled.get(document);
    const known = byName?.get(name);
    if (known !== undefined) return known;
    const compiled = compileQuery(this.#schema, document, operationName ?? undefined, {
      disablingCapturingStackErrors: true,
    });
    if (!isCompiledQuery(compiled)) return compiled;
    if (byName === undefined) {
      const oldest = this.#compiled.keys().next();
      if (this.#compiled.size >= MAX_COMPILED && !oldest.done) this.#compiled.delete(oldest.value);
      byName = new Map();
      this.#compiled.set(document, byName);
    }
    byName.set(name, compiled);
    return compiled;
  }

  async execute(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown> | null | undefined,
    context: unknown,
  ): Promise<ExecutionResult> {
    const compiled = this.compile(document, operationName);
    if (!isCompiledQuery(compiled)) return compiled;
    // Compiled operations ignore defaults of non-null variables, and report a wrong variable as an internal error.
    const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
    const { coerced, errors } = getVariableValues(this.#schema, definitions, variables ?? {}, { maxErrors: 10 });
    if (errors !== undefined) return { errors: errors.map(asBadInput) };
    const result = await compiled.query({}, context, coerced);
    return result.errors === undefined ? result : { ...result, errors: result.errors.map(asGraphQLError) };
  }
}

function asBadInput({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' } });
}

/**
 * Compiled operations report errors that look like GraphQLError but lack `nodes` and `extensions`; these are added
 * here.
 */
function asGraphQLError({ message, locations, path, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { path, originalError });
  return Object.defineProperty(error, 'locations', { value: locations, enumerable: true });
}
