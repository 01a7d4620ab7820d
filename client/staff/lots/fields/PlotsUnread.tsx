import { Banner } from '../../../design/Banner.tsx';
import { Retry } from '../../admin-shared/Retry.tsx';

/** In a form: the plots to choose from could not be loaded. What was chosen and typed stays. */
export function PlotsUnread({ text, onRetry }: { text: string; onRetry: () => Promise<unknown> }) {
  return (
    <Banner tone="pod" action={<Retry onRetry={onRetry} />}>
      {text}
    </Banner>
  );
}
