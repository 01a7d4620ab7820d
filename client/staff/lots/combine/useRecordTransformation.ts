import { useApolloClient } from '@apollo/client/react';
import type { FormFieldName, SendResult } from '../../../design/form/useForm.ts';
import { type RecordTransformationInput, RecordTransformationDocument } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { useMassWords } from '../../../words/massWords.ts';
import { screenChangesOf } from '../../screenChanges.ts';
import { COMBINE_FIELDS, formPath, type CombineForm } from './combineForm.ts';

/** The new lots of a transformation, the heaviest first. */
export interface RecordedTransformation {
  lotIds: readonly string[];
}

/** Records a transformation and refreshes the lots on the screen. A refusal names the form's field, if it is about one. */
export function useRecordTransformation(): (
  input: RecordTransformationInput,
) => Promise<SendResult<RecordedTransformation, FormFieldName<CombineForm>>> {
  const words = useMassWords();
  const news = screenChangesOf(useApolloClient());
  const [write] = useWrite(RecordTransformationDocument, { failed: words.say('combine.failed') });
  return async (input) => {
    const written = await write({ input });
    if (written.kind === 'ignored') return written;
    // Also after a refusal: the screen may show more than is available.
    news.manyLots(input.inputs.map(({ lot }) => lot));
    news.lotLists();
    if (written.kind === 'failed') return refused(written.message, written.refusedField);
    const result = written.data.recordTransformation;
    if (result.__typename === 'TransformationRecorded') {
      return { kind: 'done', result: { lotIds: result.transformation.outputs.map(({ lotId }) => lotId) } };
    }
    return refused(localizedText(words, result.said), result.__typename === 'LotIdTaken' ? result.field : null);
  };
}

function refused(message: string, apiField: string | null | undefined): SendResult<never, FormFieldName<CombineForm>> {
  const [name, at] = apiField === null || apiField === undefined ? [] : formPath(apiField.split('.'));
  const field = COMBINE_FIELDS.flat().find((one) => one === name);
  if (field === undefined) return { kind: 'failed', message };
  return { kind: 'failed', message, field: at === undefined ? field : namedPart(field, Number(at)) };
}

function namedPart(field: (typeof COMBINE_FIELDS)[number][number], at: number): FormFieldName<CombineForm> {
  switch (field) {
    case 'inputKg':
    case 'outputId':
    case 'outputKg':
    case 'outputMoisture':
      return `${field}.${at}`;
    default:
      return field;
  }
}
