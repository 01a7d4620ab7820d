import { Grid } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { LoadFailure } from './Retry.tsx';

/** A wide and a narrow column, below each other on a phone: the page of one item, also while it is loaded. */
export const ITEM_COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' };

interface PageBeforeItemProps {
  title: string;
  /** read aloud while the item is loaded */
  loading: string;
  failure: { title: string; error: Error | undefined; onRetry: () => Promise<unknown> };
  /** there is no such item; null: not known yet */
  gone: { icon: LucideIcon; title: string; hint: string; listPath: string; listLabel: string } | null;
}

/** What the page of one item shows without it: that it is loaded, could not be loaded, or is gone. */
export function PageBeforeItem({ title, loading, failure, gone }: PageBeforeItemProps) {
  return (
    <Page title={title}>
      {failure.error !== undefined && (
        <LoadFailure title={failure.title} error={failure.error} onRetry={failure.onRetry} />
      )}
      {failure.error === undefined && gone === null && (
        <Delayed label={loading}>
          <Grid templateColumns={ITEM_COLUMNS} gap="5" alignItems="start">
            <Panel>
              <DetailSkeleton rows={9} />
            </Panel>
            <Skeleton h="20rem" borderRadius="panel" />
          </Grid>
        </Delayed>
      )}
      {gone !== null && (
        <Panel>
          <EmptyState
            icon={gone.icon}
            title={gone.title}
            action={
              <LinkButton variant="secondary" to={gone.listPath}>
                {gone.listLabel}
              </LinkButton>
            }
          >
            {gone.hint}
          </EmptyState>
        </Panel>
      )}
    </Page>
  );
}
