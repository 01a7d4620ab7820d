import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';

export interface StaleBannerProps {
  /** null: what is shown is up to date */
  failure: string | null;
  retrying: boolean;
  onRetry: () => void;
}

/** Says why the lots that are shown could not be brought up to date. */
export function StaleBanner({ failure, retrying, onRetry }: StaleBannerProps) {
  const { say } = useLotListWords();
  if (failure === null) return null;
  return (
    <Banner
      tone="pod"
      mb="2"
      action={
        <Button size="sm" variant="secondary" busy={retrying} busyLabel={say('again.trying')} onClick={onRetry}>
          {say('again.try')}
        </Button>
      }
    >
      {say('lots.stale', { reason: failure })}
    </Banner>
  );
}
