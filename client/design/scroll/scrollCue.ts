import type { RefCallback } from 'react';

/** The sides with more content than is visible. */
type Side = 'above' | 'below' | 'before' | 'after';

/** px; ignore differences caused by rounding. */
const NOTHING = 1;

/**
 * A ref for a scrolling element whose parent is its frame. Sets `data-more` on the frame, the sides with more content,
 * and the width of the browser's scroll bars. `scrollLook.ts` holds the styles.
 * @param onScrolls called when the element starts or stops having content to scroll
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
    // A ResizeObserver misses added or removed children that change no observed size.
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
  // Distance to the start of the line, in either writing direction.
  const scrolled = Math.abs(scroller.scrollLeft);
  const more: [Side, number][] = [
    ['above', scrollTop],
    ['below', scrollHeight - clientHeight - scrollTop],
    ['before', scrolled],
    ['after', scrollWidth - clientWidth - scrolled],
  ];
  return more.filter(([, distance]) => distance > NOTHING).map(([side]) => side);
}
