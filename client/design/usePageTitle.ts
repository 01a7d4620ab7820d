import { useEffect } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';

/** Names the document: '{title} - Manam-Trace', or the product alone. */
export function usePageTitle(title: string | null): void {
  const { say } = useSharedWords();
  const whole = title === null ? say('app.name') : say('app.title', { page: title });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
