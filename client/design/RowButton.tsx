import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';

export interface RowButtonProps extends ComponentProps<'button'> {
  variant?: 'secondary' | 'quiet';
}

/*
 * <RowButton onClick>Advance</RowButton>   a small secondary button for list rows
 * <RowIconButton label="Refresh" icon={<RefreshCw />} size="sm" />   as `IconButton`
 *
 * They look like those of `Button.tsx` but use global CSS rules (`rowLooks.ts`): generating a style per button cost
 * more than the rest of its row.
 */
export function RowButton({ variant = 'secondary', ...props }: RowButtonProps) {
  return <button type="button" {...props} className="row-button" data-variant={variant} data-size="sm" />;
}

export interface RowIconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  busy?: boolean;
}

export function RowIconButton({ label, icon, size = 'md', busy = false, onClick, ...rest }: RowIconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
      className="row-button"
      data-variant="quiet"
      data-size={size}
      data-square
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
}
