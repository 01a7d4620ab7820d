import type { RefCallback } from 'react';

/** Where there is more than is in sight. */
type Side = 'above' | 'below' | 'before' | 'after';

/** A distance that a browser rounds away is nothing to scroll. */
const NOTHING = 1;

/**
 * A ref for an element that scrolls, whose parent is its frame: keeps on the frame `data-more`, the sides on which there is more, and the
 * room that the browser's own scroll bars take. `scrollLook.ts` says what that looks like.
 * @param onScrolls told whether there is more on any side, when that changes
 */
export function scrollCue(onScrolls?: (scrolls: boolean) => void): RefCallback<HTMLElement> {
  return (scroller) => {
    const frame = scroller?.parentElement;
    if (scroller === null || frame === null || frame === undefined) return undefined;
    let scrolls = false;
    const look = (): void => {
      const sides = moreOn(scroller).join(' ');
      if (frame.dataset.more !== sides) frame.dataset.more = sides;
      const scrollsNow = sides !== '';
      if (scrolls !== scrollsNow) onScrolls?.(scrollsNow);
      scrolls = scrollsNow;
    };
    const sizes = new ResizeObserver(() => {
      look();
      const { borderLeftWidth, borderRightWidth, borderTopWidth, borderBottomWidth } = getComputedStyle(scroller);
      const across = parseFloat(borderLeftWidth) + parseFloat(borderRightWidth);
      const along = parseFloat(borderTopWidth) + parseFloat(borderBottomWidth);
      frame.style.setProperty('--bar-across', `${scroller.offsetWidth - scroller.clientWidth - across}px`);
      frame.style.setProperty('--bar-along', `${scroller.offsetHeight - scroller.clientHeight - along}px`);
    });
    const follow = (): void => {
      sizes.disconnect();
      sizes.observe(scroller);
      for (const child of scroller.children) sizes.observe(child);
    };
    // What is put in or taken out changes the height of nothing that was there.
    const children = new MutationObserver(follow);
    children.observe(scroller, { childList: true });
    scroller.addEventListener('scroll', look, { passive: true });
    follow();
    return () => {
      sizes.disconnect();
      children.disconnect();
      scroller.removeEventListener('scroll', look);
      delete frame.dataset.more;
    };
  };
}

function moreOn(scroller: HTMLElement): Side[] {
  const { scrollTop, scrollHeight, clientHeight, scrollWidth, clientWidth } = scroller;
  // To the start of the line, in whichever direction it is written.
  const scrolled = Math.abs(scroller.scrollLeft);
  const more: [Side, number][] = [
    ['above', scrollTop],
    ['below', scrollHeight - clientHeight - scrollTop],
    ['before', scrolled],
    ['after', scrollWidth - clientWidth - scrolled],
  ];
  return more.filter(([, distance]) => distance > NOTHING).map(([side]) => side);
}
