import { Component, type ReactNode } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { forgetFailedParts, PartNotLoaded } from './lazyPart.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
  onError?: (error: Error) => void;
}

/**
 * <ErrorBoundary onError={report}>...</ErrorBoundary>: shows a message in place of a part that failed. Offers to reload
 * the page, or, if only the part's script failed to load, to load the script again.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error);
  }

  private readonly again = (): void => {
    forgetFailedParts();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error }: { error: Error | null } = this.state;
    if (error === null) return this.props.children;
    return <Broken notLoaded={isNotLoaded(error)} onAgain={this.again} />;
  }
}

function isNotLoaded(error: unknown): boolean {
  return error instanceof PartNotLoaded;
}

function Broken({ notLoaded, onAgain }: { notLoaded: boolean; onAgain: () => void }) {
  const { say } = useSharedWords();
  const reload = (): void => location.reload();
  return (
    <div role="alert">
      <EmptyState
        title={say('broken.title')}
        action={
          <>
            {notLoaded && (
              <Button me="3" onClick={onAgain}>
                {say('broken.again')}
              </Button>
            )}
            <Button variant={notLoaded ? 'secondary' : 'primary'} onClick={reload}>
              {say('broken.refresh')}
            </Button>
          </>
        }
      >
        {say(notLoaded ? 'broken.notLoaded' : 'broken.text')}
      </EmptyState>
    </div>
  );
}
