import { Banner } from '../../../design/Banner.tsx';
import { Retry } from '../../admin-shared/Retry.tsx';

/** Error in a form whose plots could not be loaded. Selected and typed values stay. */
export function PlotsUnread({ text, onRetry }: { text: string; onRetry: () => Promise<unknown> }) {
  return (
    <Banner tone="pod" action={<Retry onRetry={onRetry} />}>
      {text}
    </Banner>
  );
}
