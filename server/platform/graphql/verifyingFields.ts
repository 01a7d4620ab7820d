import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLNamedType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/**
 * Fields that verify lots against the ledger, and the price of each beside its selection, in the unit of the
 * operation's cost. The actual checks are counted against the caller's rate afterwards.
 */
export const VERIFYING: Readonly<Record<string, number>> = {
  'Query.publicLot': 200,
  'Query.lotBlockchain': 200,
  'Query.provenanceChain': 200,
  'Query.auditTrail': 200,
  'Query.lotEvidence': 200,
  'Query.lotChecks': 200,
  'Mutation.verifyIntegrity': 200,
  // A proof file may have some MB: at most one in an operation.
  'Query.publicProof': 3_500,
  // All lots of a list are verified together.
  'Lot.provenance': 10,
};

/** Number of fields in an operation that verify lots, themselves or nested. Fields of one name count once. */
export function verifyingFields(context: ValidationContext, operation: OperationDefinitionNode): number {
  const verifying = new Set<string>();
  const fragments = new Map<string, boolean>();
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode, type: GraphQLNamedType): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        if (verifies(context, selection, type, fragments)) verifying.add((selection.alias ?? selection.name).value);
        continue;
      }
      // A fragment selects the same names wherever it is used.
      if (selection.kind === Kind.FRAGMENT_SPREAD && seen.has(selection.name.value)) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD) seen.add(selection.name.value);
      const inner = innerOf(context, selection, type);
      if (inner !== null) collect(inner.set, inner.type);
    }
  };
  const root = context.getSchema().getRootType(operation.operation);
  if (root) collect(operation.selectionSet, root);
  return verifying.size;
}

/**
 * @param fragments results for whole fragments; one that is being computed counts as none, for fragments that contain
 *   themselves
 */
function verifies(
  context: ValidationContext,
  { name, selectionSet }: FieldNode,
  type: GraphQLNamedType,
  fragments: Map<string, boolean>,
): boolean {
  if (`${type.name}.${name.value}` in VERIFYING) return true;
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined;
  if (field === undefined || selectionSet === undefined) return false;
  const holds = ({ selections }: SelectionSetNode, of: GraphQLNamedType): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return verifies(context, selection, of, fragments);
      const inner = innerOf(context, selection, of);
      if (inner === null) return false;
      if (selection.kind === Kind.INLINE_FRAGMENT) return holds(inner.set, inner.type);
      const known = fragments.get(selection.name.value);
      if (known !== undefined) return known;
      fragments.set(selection.name.value, false);
      const found = holds(inner.set, inner.type);
      fragments.set(selection.name.value, found);
      return found;
    });
  return holds(selectionSet, getNamedType(field.type));
}

/** The selection and type of a fragment; null for an undefined one, which another rule reports. */
function innerOf(
  context: ValidationContext,
  selection: Exclude<SelectionNode, FieldNode>,
  outer: GraphQLNamedType,
): { set: SelectionSetNode; type: GraphQLNamedType } | null {
  const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? context.getFragment(selection.name.value) : selection;
  if (!fragment) return null;
  const named = fragment.typeCondition && context.getSchema().getType(fragment.typeCondition.name.value);
  if (fragment.typeCondition && !named) return null;
  return { set: fragment.selectionSet, type: named ?? outer };
}
