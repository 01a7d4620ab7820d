import { Box, chakra, Flex } from '@chakra-ui/react';
import { History, Wifi, WifiOff } from 'lucide-react';
import { use, useLayoutEffect } from 'react';
import { askedLocale, languageOf } from '../../../server/domain/public/publicPages.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { TextField } from '../../design/Field.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Alive } from '../hydratedContext.ts';
import { usePlace } from '../navigation.ts';
import { BackButton } from './BackButton.tsx';
import { ScanButton } from './scan/ScanButton.tsx';
import { SANITISED_LENGTH, SEARCH_TYPES } from './searchInput.ts';
import { addressOf } from './stepAddress.ts';
import { StepHeading } from './StepHeading.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

export function SearchStep({ state, moved, ways, back, chooseSearchType, type, search }: VerifyFlow) {
  const { searchType, value, searching, problem, online, recent } = state;
  const { say, tell } = useVerifyWords();
  const alive = use(Alive);
  const asked = askedLocale(usePlace().search);

  // Before the step is painted: a key pressed at once works too.
  useLayoutEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') back();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [back]);

  const searchLot = (lotId: string): void => {
    if (searchType !== 'lot') chooseSearchType('lot');
    type(lotId);
    search('lot', lotId);
  };

  return (
    <Box>
      <BackButton ways={ways} back={back}>
        {say('verify.back')}
      </BackButton>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="5">
        <StepHeading focused={moved}>{say('search.title')}</StepHeading>
        <Box aria-live="polite">
          {!alive ? null : online ? (
            <Badge tone="leaf" icon={Wifi}>
              {say('search.online')}
            </Badge>
          ) : (
            <Badge tone="alarm" icon={WifiOff}>
              {say('search.offline')}
            </Badge>
          )}
        </Box>
      </Flex>

      <chakra.noscript suppressHydrationWarning display="block" mb="5" fontSize="sm">
        {say('search.noScripts')}
      </chakra.noscript>

      {/* Submits to the server while no script runs; by lot number only. */}
      <chakra.form
        display="flex"
        flexDirection="column"
        gap="5"
        action={addressOf('landing', null, '')}
        noValidate={alive}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        {asked !== null && <input type="hidden" name="lang" value={languageOf(asked)} />}
        <chakra.fieldset minW="0">
          <chakra.legend fontSize="sm" fontWeight="500" mb="1">
            {say('search.by')}
          </chakra.legend>
          <Flex gap="2" wrap="wrap">
            {SEARCH_TYPES.map((option) => (
              <TypeOption
                key={option}
                label={say(`search.${option}`)}
                chosen={option === searchType}
                disabled={!alive && option !== searchType}
                choose={() => chooseSearchType(option)}
              />
            ))}
          </Flex>
        </chakra.fieldset>

        <Box>
          <TextField
            label={say(`search.${searchType}`)}
            hint={say(`search.${searchType}Hint`)}
            name="lotId"
            required={!alive}
            value={value}
            onChange={type}
            error={problem === null ? null : tell(problem.message)}
            maxLength={SANITISED_LENGTH}
            autoComplete="off"
            autoCapitalize={searchType === 'lot' ? 'characters' : 'off'}
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            // Enter must work even if the button is disabled: a disabled submit button would block it.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              search();
            }}
          />
          {problem !== null && problem.suggestions.length > 0 && (
            <Box mt="3" p="3" ps="4" bg="bg.sunken" borderRadius="control" fontSize="sm">
              <Box fontWeight="600">{say('search.help')}</Box>
              <chakra.ul ps="4" listStyleType="disc">
                {problem.suggestions.map((suggestion) => (
                  <li key={suggestion}>{say(suggestion)}</li>
                ))}
              </chakra.ul>
            </Box>
          )}
        </Box>

        <Button
          type="submit"
          size="lg"
          w={{ base: 'full', sm: 'auto' }}
          alignSelf="flex-start"
          disabled={alive && (value.trim() === '' || !online)}
          busy={searching}
          busyLabel={say('search.searching')}
        >
          {say('search.submit')}
        </Button>
      </chakra.form>

      <Box mt="3">
        <ScanButton found={searchLot} />
      </Box>

      {recent.length > 0 && (
        <chakra.section mt="8" aria-labelledby="recent-searches">
          <chakra.h2 id="recent-searches" fontSize="sm" fontWeight="600" mb="2">
            {say('search.recent')}
          </chakra.h2>
          <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="2">
            {recent.map((lotId) => (
              <li key={lotId}>
                <Button variant="secondary" size="sm" disabled={!online || searching} onClick={() => searchLot(lotId)}>
                  <History aria-hidden />
                  {lotId}
                </Button>
              </li>
            ))}
          </chakra.ul>
        </chakra.section>
      )}
    </Box>
  );
}

function TypeOption({
  label,
  chosen,
  disabled,
  choose,
}: {
  label: string;
  chosen: boolean;
  disabled: boolean;
  choose: () => void;
}) {
  return (
    <chakra.label
      display="inline-flex"
      alignItems="center"
      gap="2"
      minH="11"
      px="3"
      bg={chosen ? 'leaf.subtle' : 'bg.raised'}
      color={chosen ? 'leaf' : 'fg'}
      borderWidth="1px"
      borderColor={chosen ? 'leaf' : 'edge'}
      borderRadius="control"
      fontSize="sm"
      fontWeight="500"
      cursor="pointer"
    >
      <chakra.input
        type="radio"
        name="search-type"
        accentColor="leaf.solid"
        checked={chosen}
        disabled={disabled}
        onChange={choose}
      />
      {label}
    </chakra.label>
  );
}
