import { chakra } from '@chakra-ui/react';
import { Link, useLocation } from 'react-router-dom';
import { useStaffWords } from '../../words/staffWords.ts';
import { NAV_ITEM } from './navItem.ts';
import { isAt, type StaffPage } from './navigation.ts';
import { PAGE_ICONS } from './pageIcons.ts';

const ItemLink = chakra(Link, { base: NAV_ITEM });

/** A page in a menu. */
export default function NavItemLink({ page, onClick }: { page: StaffPage; onClick: () => void }) {
  const { say } = useStaffWords();
  const { pathname } = useLocation();
  const { label, path } = page;
  const Icon = PAGE_ICONS[path];
  return (
    <ItemLink to={`/admin/${path}`} aria-current={isAt(page, pathname) ? 'page' : undefined} onClick={onClick}>
      {Icon !== undefined && <Icon aria-hidden size={18} strokeWidth={1.75} />}
      {say(label)}
    </ItemLink>
  );
}
