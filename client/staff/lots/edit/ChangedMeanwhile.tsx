import { chakra } from '@chakra-ui/react';
import { Banner } from '../../../design/Banner.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { fieldNames, fieldText } from './editedField.ts';
import type { EditField, EditLotForm } from './editLotForm.ts';

/** A field that another user changed during the edit. */
export interface Meanwhile {
  field: EditField;
  now: EditLotForm[EditField];
  /** the typed value; null if unchanged */
  typed: EditLotForm[EditField] | null;
}

/** Shows the stored values beside the ones that would replace them. */
export function ChangedMeanwhile({ changes }: { changes: readonly Meanwhile[] }) {
  const words = useLotListWords();
  const { say } = words;
  return (
    <Banner tone="pod" title={say('edit.meanwhile')}>
      {changes.length === 0 && say('edit.meanwhileElse')}
      <chakra.ul ps="4" listStyleType="disc">
        {changes.map(({ field, now, typed }) => {
          const [name = ''] = fieldNames(words, [field]);
          const stands = fieldText(words, field, now);
          return (
            <li key={field}>
              {typed === null
                ? say('edit.theirs', { name, now: stands })
                : say('edit.both', { name, now: stands, typed: fieldText(words, field, typed) })}
            </li>
          );
        })}
      </chakra.ul>
    </Banner>
  );
}
