import { Component, type ReactNode } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  onError?: (error: Error) => void;
}

/** <ErrorBoundary onError={report}>...</ErrorBoundary>: a part that broke says so and offers the one way on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return <Broken />;
  }
}

function Broken() {
  const { say } = useSharedWords();
  return (
    <div role="alert">
      <EmptyState
        title={say('broken.title')}
        action={<Button onClick={() => location.reload()}>{say('broken.refresh')}</Button>}
      >
        {say('broken.text')}
      </EmptyState>
    </div>
  );
}
