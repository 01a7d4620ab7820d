/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type LedgerState =
  | 'pending'
  | 'recorded';

export type LotFilter = {
  blockchain?: LedgerState | null | undefined;
  /** 'compliant', 'non-compliant' or a deforestation status */
  eudr?: string | null | undefined;
  harvestedFrom?: string | null | undefined;
  harvestedTo?: string | null | undefined;
  /** in lotId, farmId, farmerName, variety */
  search?: string | null | undefined;
  stage?: ProcessStage | null | undefined;
  status?: ProcessStage | null | undefined;
  variety?: string | null | undefined;
};

export type ProcessStage =
  | 'delivered'
  | 'drying'
  | 'fermented'
  | 'harvested'
  | 'processed'
  | 'shipped';

export type ProbeQueryVariables = Exact<{
  f?: LotFilter | null | undefined;
}>;


export type ProbeQuery = { lots: { lots: Array<{ id: string, currentProcess: ProcessStage, harvestDate: string }> } };


export const ProbeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Probe"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"f"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LotFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lots"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"f"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lots"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"currentProcess"}},{"kind":"Field","name":{"kind":"Name","value":"harvestDate"}}]}}]}}]}}]} as unknown as DocumentNode<ProbeQuery, ProbeQueryVariables>;