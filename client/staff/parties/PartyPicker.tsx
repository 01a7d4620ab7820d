import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { PartyKind } from '../../../server/domain/party/partyInput.ts';
import { Button } from '../../design/Button.tsx';
import { ComboboxField } from '../../design/ComboboxField.tsx';
import { PartiesDocument, type PartyRowFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { useDebounced } from '../users/useDebounced.ts';
import { AddPartyDialog } from './AddPartyDialog.tsx';

const TYPING_RESTS_MS = 200;
const LEAST_LETTERS = 2;
const MOST_FOUND = 8;

interface PartyPickerProps {
  label: string;
  /** the chosen party; null: none */
  value: Pick<PartyRowFragment, 'id' | 'name'> | null;
  onChange: (party: PartyRowFragment | null) => void;
  /** the kind that is searched and added */
  kind?: PartyKind;
  error?: string | null | undefined;
  required?: boolean;
}

/**
 * Chooses a party: two letters search by name and EORI number; 'New buyer' opens the form for those who may add one, and
 * what it adds is chosen. Typing over the chosen name chooses nothing until a party is taken from the list.
 */
export function PartyPicker({ label, value, onChange, kind = 'buyer', error, required = false }: PartyPickerProps) {
  const { say, formatCountry } = useOfficeWords();
  const manages = useMay('manage_parties');
  /** what is typed while no party is chosen */
  const [text, setText] = useState('');
  const [adding, setAdding] = useState(false);
  const { found, isNone, isAway } = usePartiesFound(value === null ? text : '', kind);
  const options = useMemo(
    () =>
      found.map(({ id, name, country, eori }) => ({
        value: id,
        label: name,
        detail: [formatCountry(country) ?? country, eori].filter((one) => one !== '').join(', '),
      })),
    [found, formatCountry],
  );
  const typed = (next: string) => {
    const taken = found.find(({ id }) => id === next);
    if (taken !== undefined) onChange(taken);
    else if (next !== value?.name) {
      setText(next);
      if (value !== null) onChange(null);
    }
  };
  const noneFound = say(manages ? 'partyPicker.none' : 'partyPicker.noneReader');
  return (
    <Box display="grid" gap="2" justifyItems="start">
      <Box w="full">
        <ComboboxField
          label={label}
          hint={say('partyPicker.hint')}
          value={value?.name ?? text}
          onChange={typed}
          options={options}
          maxLength={100}
          required={required}
          {...(error === undefined ? {} : { error })}
        />
        <Box role="status" fontSize="sm" color="fg.muted">
          {isAway ? say('partyPicker.failed') : isNone && noneFound}
        </Box>
      </Box>
      {manages && (
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {say(kind === 'buyer' ? 'partyPicker.newBuyer' : 'parties.add')}
        </Button>
      )}
      <AddPartyDialog
        open={adding}
        title={say(kind === 'buyer' ? 'partyForm.buyerTitle' : 'partyForm.addTitle')}
        kind={kind}
        name={value === null ? text.trim() : ''}
        onClose={() => setAdding(false)}
        onDone={(party) => {
          setAdding(false);
          onChange(party);
        }}
      />
    </Box>
  );
}

const NONE: readonly PartyRowFragment[] = [];

/** The parties that a text of at least two letters finds; `isNone` only after an answer, `isAway` without one. */
function usePartiesFound(typed: string, kind: PartyKind) {
  const [sought, setSought] = useState(typed);
  useDebounced(typed, TYPING_RESTS_MS, setSought);
  const search = sought.trim();
  const skip = search.length < LEAST_LETTERS || typed.trim().length < LEAST_LETTERS;
  const { data, previousData, error } = useQuery(PartiesDocument, {
    variables: { page: 1, limit: MOST_FOUND, search, kind },
    fetchPolicy: 'cache-and-network',
    skip,
  });
  const found = skip ? NONE : ((data ?? previousData)?.parties.parties ?? NONE);
  return {
    found,
    isNone: !skip && data !== undefined && data.parties.parties.length === 0,
    isAway: !skip && error !== undefined && data === undefined,
  };
}
