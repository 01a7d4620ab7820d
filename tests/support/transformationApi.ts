import type { LotView } from '../../server/modules/lots/lotView.ts';
import type {
  TransformationPart,
  TransformationView,
} from '../../server/modules/transformations/transformationView.ts';
import type { Outcome } from './lotApi.ts';
import { fromGraphql, fromRest } from './lotApi.ts';
import type { Person } from './testApp.ts';

type Input = Record<string, unknown>;

export interface RecordedTransformation {
  transformation: TransformationView;
  inputs: TransformationPart[];
  outputs: TransformationPart[];
}

/** The calls that both transports offer for transformations and weighings, answered in one form. */
export interface TransformationApi {
  name: 'REST' | 'GraphQL';
  record(by: Person, input: Input, key?: string): Promise<Outcome<RecordedTransformation>>;
  weigh(by: Person, id: string, input: Input): Promise<Outcome<LotView>>;
}

export const restTransformations: TransformationApi = {
  name: 'REST',
  record: async ({ rest }, input, key) =>
    fromRest(
      await rest.send('POST', '/transformations', input, key === undefined ? {} : { 'idempotency-key': key }),
      (data) => data,
    ),
  weigh: async ({ rest }, id, input) =>
    fromRest(await rest.send('POST', `/lots/${id}/weighings`, input), ({ lot }) => lot),
};

const PARTS = '{ id lotId kind farmId farmerName currentProcess weight }';
const TRANSFORMATION = `id step at recordedAt recordedBy inputCount outputCount inputWeight outputWeight
  loss { weight reason note } yieldPercent expectedYield { least most } flagged warnings { text } place operatorName notes
  explanation inputs ${PARTS} outputs ${PARTS}`;

export const graphqlTransformations: TransformationApi = {
  name: 'GraphQL',
  record: async ({ graphql }, input) => {
    const query = `mutation ($input: RecordTransformationInput!) { recordTransformation(input: $input) {
      __typename ... on TransformationRecorded { transformation { ${TRANSFORMATION} } }
      ... on Failure { message } ... on LotIdTaken { field } } }`;
    return fromGraphql(await graphql.run(query, { input }), 'recordTransformation', ({ transformation }) => {
      const { inputs, outputs, ...rest } = transformation;
      return { transformation: rest, inputs, outputs };
    });
  },
  weigh: async ({ graphql }, id, input) => {
    const query = `mutation ($id: ID!, $input: WeighLotInput!) { weighLot(id: $id, input: $input) {
      __typename ... on LotWeighed { lot { id lotId weight used available moistureContent version } }
      ... on Failure { message } } }`;
    return fromGraphql(await graphql.run(query, { id, input }), 'weighLot', ({ lot }) => lot);
  },
};
