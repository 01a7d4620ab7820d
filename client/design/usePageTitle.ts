import { useEffect } from 'react';

/** Names the document: '{title} - Manam-Trace', or the product alone. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? 'Manam-Trace' : `${title} - Manam-Trace`;
  }, [title]);
}
