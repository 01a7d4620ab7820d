import { Box, chakra, Flex, Tabs } from '@chakra-ui/react';
import { ChevronDown, Ellipsis, Settings2, type LucideIcon } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Disclosed } from '../../design/Disclosed.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { LOW } from '../../design/look.ts';
import { keepClearOfToasts } from '../../design/toastLift.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { tabOf } from '../address.ts';
import { useTab } from '../StaffAddress.tsx';
import { AlertCount } from './Banners.tsx';
import { isAt, pagesByGroup, type StaffPage } from './navigation.ts';
import { listedTabsFor, tabLabel } from './tabs.ts';

const NavItemLink = lazyPart(() => import('./NavItemLink.tsx'));

/** Entries at the lower edge of a phone, with 'More'. */
const MOST_ON_PHONES = 5;

/**
 * The tabs, the pages of daily work, and menus of the others; on phones a bar at the lower edge, where 'More' opens all
 * pages (docs/spec/staff-screens.md, 'Navigation').
 */
export function NavigationBar() {
  const { say } = useStaffWords();
  const user = useUser();
  const [tab, openTab] = useTab();
  const { pathname } = useLocation();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (bar.current === null ? undefined : keepClearOfToasts(bar.current)), []);
  const tabs = listedTabsFor(user);
  const { main, more, administration } = pagesByGroup(user);
  const onPhones = main.slice(0, MOST_ON_PHONES - 1 - tabs.length);
  const others = main.slice(onPhones.length);
  const isHere = (pages: readonly StaffPage[]) => pages.some((page) => isAt(page, pathname));
  return (
    <Flex
      as="nav"
      ref={bar}
      aria-label={say('nav.main')}
      maxW="content"
      mx="auto"
      px={{ base: '0', md: '3' }}
      position={{ base: 'fixed', md: 'static' }}
      insetX="0"
      bottom="0"
      zIndex="sticky"
      bg="bg.raised"
      borderTopWidth={{ base: '1px', md: '0' }}
      borderColor="line"
      pb={{ base: 'env(safe-area-inset-bottom)', md: '0' }}
    >
      <Tabs.List
        aria-label={say('shell.areas')}
        css={{ borderBottom: 'none', flex: { base: tabs.length, md: 'none' } }}
      >
        {tabs.map(({ id, icon, ...one }, index) => (
          <Tabs.Trigger
            key={id}
            value={id}
            // On a page, and on a tab that is not listed, no tab is selected; keep the first one reachable by keyboard.
            tabIndex={!tabs.some((listed) => listed.id === tab) && index === 0 ? 0 : undefined}
            css={ENTRY}
            aria-keyshortcuts={one.key}
            onClick={() => {
              // While another page still loads, this tab is selected, so its press changes no value.
              if (id === tab && tabOf(window.location) !== id) openTab(id);
            }}
          >
            <Entry icon={icon} label={say(tabLabel(id, user))}>
              {id === 'alerts' ? <AlertCount /> : undefined}
            </Entry>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {main.map((page, index) => (
        <MainLink
          key={page.path}
          to={`/admin/${page.path}`}
          aria-current={isAt(page, pathname) ? 'page' : undefined}
          display={{ base: index < onPhones.length ? 'flex' : 'none', lg: 'inline-flex' }}
        >
          <Entry icon={page.phoneIcon} label={say(page.short ?? page.label)} />
        </MainLink>
      ))}
      <Menu
        label={say('nav.more')}
        icon={Ellipsis}
        isHere={isHere(more)}
        isHereBelow={isHere([...others, ...administration])}
        hideFrom={more.length === 0 ? 'lg' : undefined}
      >
        {(close) => (
          <>
            <Box hideFrom="lg">
              <Items pages={others} close={close} />
            </Box>
            <Items pages={more} close={close} />
            {administration.length > 0 && (
              <Box hideFrom="md" borderTopWidth="1px" borderColor="line" mt="1" pt="1">
                <Items title={say('nav.administration')} pages={administration} close={close} />
              </Box>
            )}
          </>
        )}
      </Menu>
      {administration.length > 0 && (
        <Menu
          label={say('nav.administration')}
          icon={Settings2}
          isHere={isHere(administration)}
          isHereBelow={false}
          hideBelow="md"
        >
          {(close) => <Items pages={administration} close={close} />}
        </Menu>
      )}
    </Flex>
  );
}

/** An entry of the bar: a word; on phones below its icon. */
const ENTRY = {
  position: 'relative',
  flex: { base: '1 1 0', md: 'none' },
  minW: '0',
  minH: { base: '14', md: '11' },
  display: 'inline-flex',
  flexDirection: { base: 'column', md: 'row' },
  alignItems: 'center',
  justifyContent: 'center',
  gap: { base: '0.5', md: '2' },
  px: { base: '0', md: '2.5', xl: '3' },
  fontSize: { base: 'xs', md: 'sm' },
  fontWeight: '500',
  color: 'fg.muted',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  borderWidth: '0',
  borderBottomWidth: { base: '0', md: '2px' },
  borderColor: 'transparent',
  borderRadius: '0',
  _hover: { color: 'fg' },
  _focusVisible: { outlineOffset: '-2px' },
  '&[aria-selected=true], &[aria-current]': { color: { base: 'brand', md: 'fg' }, borderColor: 'brand' },
  [LOW]: { minH: '11' },
} as const;

const MainLink = chakra(Link, { base: ENTRY });

function Entry({ icon: Icon, label, children }: { icon: LucideIcon | undefined; label: string; children?: ReactNode }) {
  return (
    <>
      <Box hideFrom="md" css={{ [LOW]: { display: 'none' } }}>
        {Icon !== undefined && <Icon aria-hidden size={20} strokeWidth={1.75} />}
      </Box>
      {label}
      {children !== undefined && (
        <Box position={{ base: 'absolute', md: 'static' }} top="1" insetStart="calc(50% + 0.375rem)" display="flex">
          {children}
        </Box>
      )}
    </>
  );
}

interface MenuProps {
  label: string;
  icon: LucideIcon;
  /** the current page is in the menu */
  isHere: boolean;
  /** the current page is in the part of the menu that only phones show */
  isHereBelow: boolean;
  hideFrom?: 'lg' | undefined;
  hideBelow?: 'md' | undefined;
  children: (close: () => void) => ReactNode;
}

function Menu({ label, icon, isHere, isHereBelow, hideFrom, hideBelow, children }: MenuProps) {
  return (
    <Box
      display="flex"
      flex={{ base: '1 1 0', md: 'none' }}
      minW="0"
      hideFrom={hideFrom}
      hideBelow={hideBelow}
      css={{ '& > *': { flex: '1', display: 'flex' } }}
    >
      <Disclosed
        label={label}
        sheet
        button={{
          variant: 'quiet',
          css: {
            ...ENTRY,
            ...(isHereBelow && { color: { base: 'brand', md: 'fg.muted' } }),
          },
          'aria-current': isHere ? 'true' : undefined,
          children: (
            <Entry icon={icon} label={label}>
              <Box hideBelow="md">
                <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
              </Box>
            </Entry>
          ),
        }}
      >
        {(close) => <Suspense>{children(close)}</Suspense>}
      </Disclosed>
    </Box>
  );
}

function Items({ title, pages, close }: { title?: string; pages: readonly StaffPage[]; close: () => void }) {
  return (
    <>
      {title !== undefined && (
        <Box px="3" py="1.5" fontSize="xs" fontWeight="600" color="fg.muted">
          {title}
        </Box>
      )}
      <chakra.ul
        listStyleType="none"
        aria-label={title}
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '1fr' }}
      >
        {pages.map((page) => (
          <li key={page.path}>
            <NavItemLink page={page} onClick={close} />
          </li>
        ))}
      </chakra.ul>
    </>
  );
}
