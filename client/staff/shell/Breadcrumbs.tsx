import { Box, chakra } from '@chakra-ui/react';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStaffWords } from '../../words/staffWords.ts';
import { useRememberedSearches } from '../StaffAddress.tsx';
import { HOME_PATH, tabSearch } from '../address.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { isAt, type StaffPage } from './navigation.ts';
import { tabLabel } from './tabs.ts';

/** The way back from a page: all pages above it, on phones the nearest one. The title of the page stands below. */
export default function Breadcrumbs({ page }: { page: StaffPage }) {
  const { say } = useStaffWords();
  const { pathname } = useLocation();
  const user = useUser();
  const kept = useRememberedSearches();
  const { path, label, group, parent = 'dashboard' } = page;
  const isBelow = !isAt({ path }, pathname);
  return (
    <chakra.nav aria-label={say('nav.breadcrumbs')} mb={{ base: '1', md: '2' }} mt={{ base: '-3', md: '-4' }}>
      <chakra.ol display="flex" flexWrap="wrap" listStyleType="none" color="fg.muted" fontSize="sm">
        <Crumb isNearest={!isBelow}>
          <CrumbLink to={HOME_PATH + tabSearch(parent, new URLSearchParams(kept[parent]))}>
            {say(tabLabel(parent, user))}
          </CrumbLink>
        </Crumb>
        {group === 'administration' && <Crumb>{say('nav.administration')}</Crumb>}
        {isBelow && (
          <Crumb isNearest>
            <CrumbLink to={`/admin/${path}`}>{say(label)}</CrumbLink>
          </Crumb>
        )}
      </chakra.ol>
    </chakra.nav>
  );
}

function Crumb({ isNearest = false, children }: { isNearest?: boolean; children: ReactNode }) {
  return (
    <chakra.li
      display={{ base: isNearest ? 'flex' : 'none', md: 'flex' }}
      alignItems="center"
      gap="1"
      me={{ md: '1' }}
      css={{ '&:last-child > [aria-hidden]': { display: 'none' } }}
    >
      <Box hideFrom="md" flexShrink="0">
        <ChevronLeft aria-hidden size={16} strokeWidth={1.75} />
      </Box>
      {children}
      <chakra.span aria-hidden hideBelow="md">
        /
      </chakra.span>
    </chakra.li>
  );
}

const CrumbLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: { base: '11', md: '6' },
    borderRadius: 'control',
    _hover: { color: 'fg', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});
