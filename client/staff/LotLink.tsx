import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ROW_LINK } from '../design/linkLooks.ts';
import { TextLink } from '../design/TextLink.tsx';
import { useOpenLot } from './StaffAddress.tsx';

/**
 * Opens the lot's detail over the current view. It is a real link, so it also opens in a new tab.
 * @param children link text; the lot id by default
 */
export function LotLink({ lotId, children = lotId }: { lotId: string; children?: ReactNode }) {
  const { hrefOf, open } = useOpenLot();
  const lot = { lotId, view: 'detail' } as const;
  const openHere = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(lot);
  };
  return (
    <TextLink asChild {...ROW_LINK} fontVariantNumeric="tabular-nums">
      <Link to={{ search: hrefOf(lot) }} onClick={openHere}>
        {children}
      </Link>
    </TextLink>
  );
}
