import { Box, chakra, Flex } from '@chakra-ui/react';
import { LogOut, Moon, Search, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../design/Button.tsx';
import { LOW } from '../../design/look.ts';
import { Mark } from '../../design/Mark.tsx';
import { useScheme } from '../../design/scheme.ts';
import { Keys } from '../../design/shortcuts/Keys.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { Bell } from '../notifications/Bell.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { useOpenOver } from './Commands.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Product name, global actions, user and logout. Below 480 px the last two share one menu. */
export function Header() {
  const { say } = useStaffWords();
  const { logout } = useSession();
  const [scheme, toggleScheme] = useScheme();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logout();
  };
  return (
    <Box borderBottomWidth="1px" borderColor="line">
      <Flex
        align="center"
        gap={{ base: '1', sm: '2' }}
        maxW="content"
        mx="auto"
        px={{ base: '4', md: '6' }}
        minH="14"
        css={{ [LOW]: { minH: '11' } }}
      >
        <Flex align="center" gap="3" flex="1" minW="0">
          <Mark />
          <Box minW="0">
            <Box fontWeight="600" lineHeight="1.2" whiteSpace="nowrap">
              {say('app.name')}
            </Box>
            <Box fontSize="xs" color="fg.muted" hideBelow="md" truncate>
              {say('shell.tagline')}
            </Box>
          </Box>
        </Flex>
        <SearchButton />
        <Box hideBelow="sm">
          <IconButton
            label={say(scheme === 'dark' ? 'shell.lightColors' : 'shell.darkColors')}
            icon={scheme === 'dark' ? <Sun /> : <Moon />}
            onClick={toggleScheme}
          />
        </Box>
        <Bell />
        <UserMenu onLeave={leave} />
        <Button
          hideBelow="sm"
          variant="secondary"
          size="sm"
          px={{ base: '0', md: '3' }}
          minW="11"
          busy={leaving}
          aria-label={say('shell.logOut')}
          onClick={leave}
        >
          <LogOut aria-hidden />
          <chakra.span hideBelow="md">{say('shell.logOut')}</chakra.span>
        </Button>
      </Flex>
    </Box>
  );
}

function SearchButton() {
  const { say } = useStaffWords();
  const openOver = useOpenOver();
  return (
    <Button
      variant="quiet"
      size="sm"
      px={{ base: '0', lg: '3' }}
      minW="11"
      aria-label={say('shell.search')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openOver('palette')}
    >
      <Search aria-hidden />
      <chakra.span hideBelow="lg">{say('shell.search')}</chakra.span>
      <chakra.span hideBelow="lg" ms="1">
        <Keys keys="mod+k" />
      </chakra.span>
    </Button>
  );
}
