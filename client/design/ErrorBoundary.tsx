import { Component, type ReactNode } from 'react';
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
    return (
      <div role="alert">
        <EmptyState
          title="Something went wrong"
          action={<Button onClick={() => location.reload()}>Refresh Page</Button>}
        >
          This part of the page stopped working. What you saved before is kept.
        </EmptyState>
      </div>
    );
  }
}
