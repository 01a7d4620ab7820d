import { useEffect, useState } from 'react';
import { SECTIONS, visibleSection, type SectionName } from './sections.ts';

function read(): SectionName {
  const { scrollHeight, clientHeight } = document.documentElement;
  const tops = SECTIONS.map((name) => document.getElementById(name)?.getBoundingClientRect().top ?? Infinity);
  // Browsers round scroll positions.
  const atEnd = scrollHeight > clientHeight && scrollY + clientHeight >= scrollHeight - 2;
  return visibleSection(tops, atEnd);
}

/** The section that is currently visible while the page scrolls. */
export function useVisibleSection(): SectionName {
  const [section, setSection] = useState<SectionName>('home');
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setSection(read()));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);
  return section;
}
