import { Box, Flex } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { IconButton } from '../../../design/Button.tsx';
import { TextField } from '../../../design/Field.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useDebouncedField } from '../../useDebouncedField.ts';
import { SEARCH_LENGTH } from './lotList.ts';

/**
 * The search box. It keeps the typed text in its own state, so that the rest does not render at each key, and reports
 * it after a pause, on Enter, and on blur, so that a pending search cannot overtake a later navigation.
 * @param value current search; a change from outside, such as Back, replaces the text
 */
export function LotSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { say } = useLotListWords();
  const { text, type, tell } = useDebouncedField(value, onSearch);

  return (
    <Box
      flex={{ base: '1 1 12rem', md: '1 1 16rem' }}
      position="relative"
      // The browser's clear button is not reachable by keyboard; ours is.
      css={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
    >
      <TextField
        label={say('find.search')}
        hideLabel
        type="search"
        value={text}
        onChange={type}
        onBlur={() => tell()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell();
        }}
        placeholder={say('find.what')}
        maxLength={SEARCH_LENGTH}
        ps="10"
        autoComplete="off"
        end={text === '' ? undefined : <IconButton label={say('find.clear')} icon={<X />} onClick={() => tell('')} />}
      />
      <Flex
        position="absolute"
        insetStart="3"
        top="0"
        h={{ base: '11', md: '10' }}
        align="center"
        color="fg.muted"
        pointerEvents="none"
      >
        <Search aria-hidden size={18} strokeWidth={1.75} />
      </Flex>
    </Box>
  );
}
