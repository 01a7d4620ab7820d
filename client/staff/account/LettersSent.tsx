import { Box, chakra, Flex } from '@chakra-ui/react';
import { Badge } from '../../design/Badge.tsx';
import type { AlertMailPanelFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';

type Letter = AlertMailPanelFragment['letters'][number];

const TONES = { waiting: 'pod', sent: 'leaf', given_up: 'alarm' } as const;

/** The newest mails and their delivery status. */
export function LettersSent({ letters }: { letters: readonly Letter[] }) {
  const { say, formatDateTime } = useOfficeWords();
  if (letters.length === 0) return null;
  return (
    <Box mt="5">
      <chakra.h3 fontSize="sm" fontWeight="600" mb="1">
        {say('mail.letters')}
      </chakra.h3>
      <chakra.ul listStyleType="none" aria-label={say('mail.letters')}>
        {letters.map((letter) => (
          <chakra.li
            key={letter.id}
            py="2"
            borderTopWidth="1px"
            borderColor="line"
            fontSize="sm"
            _first={{ borderTopWidth: '0' }}
          >
            <Flex gap="2" align="center" wrap="wrap">
              <span>
                {letter.kind === 'code'
                  ? say('mail.letter.code')
                  : letter.alerts === null
                    ? say('mail.letter.digest')
                    : say('mail.letter.alerts', { count: letter.alerts })}
              </span>
              <Badge tone={TONES[letter.state]}>{say(`mail.letterState.${letter.state}`)}</Badge>
            </Flex>
            <Box color="fg.muted">
              <chakra.time dateTime={letter.createdAt}>{formatDateTime(letter.createdAt)}</chakra.time>
              {letter.lastFault !== null && ` · ${say(`mail.fault.${letter.lastFault}`)}`}
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
