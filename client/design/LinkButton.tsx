import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonRecipe, type ButtonStyle } from './Button.tsx';

const StyledLink = chakra(Link, buttonRecipe);

interface LinkButtonProps extends ButtonStyle {
  to: LinkProps['to'];
  onClick?: LinkProps['onClick'];
  /** to a page that is another document */
  reloadDocument?: boolean;
  children: ReactNode;
}

/** <LinkButton to="/verify">Open</LinkButton>: looks like a button, is a link to a route. */
export function LinkButton({ to, variant, size, onClick, reloadDocument, children }: LinkButtonProps) {
  return (
    <StyledLink to={to} variant={variant} size={size} onClick={onClick} reloadDocument={reloadDocument}>
      {children}
    </StyledLink>
  );
}
