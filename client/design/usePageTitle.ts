import { useEffect } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';

/** Sets the document title: '{title} - Manam-Trace', or only the product name. */
export function usePageTitle(title: string | null): void {
  const { say } = useSharedWords();
  const whole = title === null ? say('app.name') : say('app.title', { page: title });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
