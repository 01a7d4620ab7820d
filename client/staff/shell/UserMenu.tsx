import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronDown, Keyboard, LogOut, MonitorX, Moon, Sun, UserRound, type LucideIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Disclosed } from '../../design/Disclosed.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { useScheme } from '../../design/scheme.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { useOpenOver } from './Commands.tsx';
import { NAV_ITEM } from './navItem.ts';
import { pagesByGroup } from './navigation.ts';

const NavItemLink = lazyPart(() => import('./NavItemLink.tsx'));
const LogoutEverywhere = lazyPart(() => import('./LogoutEverywhere.tsx'));

const Item = chakra('button', { base: NAV_ITEM });

/** The signed-in user, their account, and logout. Below 480 px everything is in the menu. */
export function UserMenu({ onLeave }: { onLeave: () => void }) {
  const { say } = useStaffWords();
  const user = useUser();
  const [endingAll, setEndingAll] = useState(false);
  const [wasEndingAll, setWasEndingAll] = useState(false);
  return (
    <>
      <Disclosed
        label={say('shell.menuOf', { name: user.name })}
        button={{
          id: MENU,
          variant: 'quiet',
          size: 'sm',
          color: 'fg',
          minW: '11',
          px: { base: '0', sm: '2' },
          'aria-label': say('shell.menuOf', { name: user.name }),
          children: <Person />,
        }}
      >
        {(close) => (
          <Items
            close={close}
            onLeave={onLeave}
            onLeaveEverywhere={() => {
              setWasEndingAll(true);
              setEndingAll(true);
            }}
          />
        )}
      </Disclosed>
      {wasEndingAll && (
        <Suspense>
          <LogoutEverywhere
            open={endingAll}
            onClose={() => setEndingAll(false)}
            returnFocusTo={() => document.getElementById(MENU)}
          />
        </Suspense>
      )}
    </>
  );
}

const MENU = 'user-menu';

/** Name and role, truncated to the available width; below 480 px they are in the menu. */
function Person() {
  const { say } = useStaffWords();
  const user = useUser();
  return (
    <>
      <Box hideFrom="sm">
        <UserRound aria-hidden />
      </Box>
      <Box hideBelow="sm" textAlign="end" minW="0" lineHeight="1.25">
        <Box fontSize="sm" fontWeight="500" truncate maxW={{ sm: '9rem', md: '15rem' }} title={user.name}>
          {user.name}
        </Box>
        <Box fontSize="xs" fontWeight="400" color="fg.muted">
          {say(`role.${user.role}`)}
        </Box>
      </Box>
      <Box hideBelow="sm">
        <ChevronDown aria-hidden />
      </Box>
    </>
  );
}

interface ItemsProps {
  close: () => void;
  onLeave: () => void;
  onLeaveEverywhere: () => void;
}

function Items({ close, onLeave, onLeaveEverywhere }: ItemsProps) {
  const { say } = useStaffWords();
  const user = useUser();
  const openOver = useOpenOver();
  const [scheme, toggleScheme] = useScheme();
  const { account } = pagesByGroup(user);
  const doing = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <>
      {/* Logout is at the top, beside the name, where a phone always shows it. */}
      <Flex hideFrom="sm" align="center" justify="space-between" gap="2" ps="3">
        <Box py="2" minW="0" overflowWrap="anywhere">
          <Box fontWeight="600">{user.name}</Box>
          <Box fontSize="sm" color="fg.muted">
            {say(`role.${user.role}`)}
          </Box>
        </Box>
        <Box flexShrink="0">
          <Act icon={LogOut} label={say('shell.logOut')} run={doing(onLeave)} />
        </Box>
      </Flex>
      <Suspense>
        {account.map((page) => (
          <NavItemLink key={page.path} page={page} onClick={close} />
        ))}
      </Suspense>
      <Box h="1px" bg="line" my="1" mx="-1" />
      <Act icon={Keyboard} label={say('keys.title')} run={doing(() => openOver('shortcuts'))} />
      <Box hideFrom="sm">
        <Act
          icon={scheme === 'dark' ? Sun : Moon}
          label={say(scheme === 'dark' ? 'shell.lightColors' : 'shell.darkColors')}
          run={doing(toggleScheme)}
        />
      </Box>
      <Act icon={MonitorX} label={say('shell.logOutEverywhere')} run={doing(onLeaveEverywhere)} />
    </>
  );
}

function Act({ icon: Icon, label, run }: { icon: LucideIcon; label: string; run: () => void }) {
  return (
    <Item type="button" onClick={run}>
      <Flex flexShrink="0">
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </Flex>
      {label}
    </Item>
  );
}
