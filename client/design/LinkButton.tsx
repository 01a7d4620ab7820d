import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonRecipe, type ButtonStyle } from './Button.tsx';

const StyledLink = chakra(Link, buttonRecipe);

interface LinkButtonProps extends ButtonStyle {
  to: LinkProps['to'];
  onClick?: LinkProps['onClick'];
  /** the page is a separate document */
  reloadDocument?: boolean;
  children: ReactNode;
}

/** <LinkButton to="/verify">Open</LinkButton>: a link to a route that looks like a button. */
export function LinkButton({ to, variant, size, onClick, reloadDocument, children }: LinkButtonProps) {
  return (
    <StyledLink to={to} variant={variant} size={size} onClick={onClick} reloadDocument={reloadDocument}>
      {children}
    </StyledLink>
  );
}
