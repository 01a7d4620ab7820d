import { chakra, defineRecipe, type HTMLChakraProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BUTTON, QUIET, SECONDARY, SMALL, SMALL_SQUARE, SQUARE } from './buttonLook.ts';
import { Spinner } from './Spinner.tsx';

/*
 * <Button onClick>Save</Button>                                primary (leaf): the one action that matters on a screen
 * <Button variant="secondary | quiet | danger" size="sm">       the others; danger names what it destroys
 * <Button busy={saving} busyLabel="Saving...">Save</Button>     keeps its width, shows the label, ignores clicks
 * <IconButton label="Refresh" icon={<RefreshCw />} />           a label is required
 * <AnchorButton href="/file.pdf" download>Save</AnchorButton>    a link that looks like a button; for routes use
 *     LinkButton.tsx
 * Type defaults to "button". Every button is at least 44 px high on phones.
 */
export const buttonRecipe = defineRecipe({
  base: BUTTON,
  variants: {
    variant: {
      primary: { bg: 'leaf.solid', color: 'leaf.on', '&:hover:not(:disabled)': { filter: 'brightness(0.93)' } },
      secondary: SECONDARY,
      quiet: QUIET,
      danger: { bg: 'alarm.solid', color: 'alarm.on', '&:hover:not(:disabled)': { filter: 'brightness(0.93)' } },
    },
    size: {
      md: {},
      sm: SMALL,
      lg: { minH: '12', px: '6', fontSize: 'md' },
    },
    square: { true: SQUARE },
  },
  compoundVariants: [{ size: 'sm', square: true, css: SMALL_SQUARE }],
  defaultVariants: { variant: 'primary', size: 'md' },
});

const StyledButton = chakra('button', buttonRecipe);
export const AnchorButton = chakra('a', buttonRecipe);

export interface ButtonStyle {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
}

export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, keyof ButtonStyle>, ButtonStyle {
  busy?: boolean;
  busyLabel?: string;
  children: ReactNode;
}

export function Button({ busy = false, busyLabel, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <StyledButton
      {...rest}
      // A busy submit button must not submit the form again.
      type={busy && type === 'submit' ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busyLabel === undefined ? (
        children
      ) : (
        <chakra.span display="grid" justifyItems="center">
          {/* Both texts share one grid cell, so the wider one sets the width. */}
          <Stacked shown={!busy}>{children}</Stacked>
          <Stacked shown={busy}>
            <Spinner /> {busyLabel}
          </Stacked>
        </chakra.span>
      )}
    </StyledButton>
  );
}

function Stacked({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <chakra.span
      gridArea="1 / 1"
      display="inline-flex"
      alignItems="center"
      gap="2"
      visibility={shown ? 'visible' : 'hidden'}
    >
      {children}
    </chakra.span>
  );
}

export interface IconButtonProps extends Omit<HTMLChakraProps<'button'>, keyof ButtonStyle | 'children'>, ButtonStyle {
  label: string;
  icon: ReactNode;
  busy?: boolean;
}

export function IconButton({ label, icon, busy = false, variant = 'quiet', onClick, ...rest }: IconButtonProps) {
  return (
    <StyledButton
      type="button"
      variant={variant}
      square
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
    </StyledButton>
  );
}
