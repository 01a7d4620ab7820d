import { Box, chakra, Flex } from '@chakra-ui/react';
import { LogOut, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../design/Button.tsx';
import { Mark } from '../../design/Mark.tsx';
import { useScheme } from '../../design/scheme.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useSession, useUser } from '../session/SessionProvider.tsx';

/** The product, the person and the way out. */
export function Header() {
  const { say } = useStaffWords();
  const user = useUser();
  const { logout } = useSession();
  const [scheme, toggleScheme] = useScheme();
  const [leaving, setLeaving] = useState(false);
  return (
    <Box borderBottomWidth="1px" borderColor="line">
      <Flex align="center" gap="3" maxW="content" mx="auto" px={{ base: '4', md: '6' }} minH="14">
        <Mark />
        <Box flexShrink="0">
          <Box fontWeight="600" lineHeight="1.2" whiteSpace="nowrap">
            {say('app.name')}
          </Box>
          <Box fontSize="xs" color="fg.muted" hideBelow="md">
            {say('shell.tagline')}
          </Box>
        </Box>
        <Box textAlign="end" minW="0" flex="1" lineHeight="1.25">
          <Box fontSize="sm" fontWeight="500" truncate title={user.name}>
            {user.name}
          </Box>
          <Box fontSize="xs" color="fg.muted">
            {say(`role.${user.role}`)}
          </Box>
        </Box>
        <IconButton
          label={say(scheme === 'dark' ? 'shell.lightColors' : 'shell.darkColors')}
          icon={scheme === 'dark' ? <Sun /> : <Moon />}
          onClick={toggleScheme}
        />
        <Button
          variant="secondary"
          size="sm"
          px={{ base: '0', md: '3' }}
          minW="11"
          busy={leaving}
          aria-label={say('shell.logOut')}
          onClick={() => {
            setLeaving(true);
            void logout();
          }}
        >
          <LogOut aria-hidden />
          <chakra.span hideBelow="md">{say('shell.logOut')}</chakra.span>
        </Button>
      </Flex>
    </Box>
  );
}
