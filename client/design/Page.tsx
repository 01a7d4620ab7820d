import { Box, chakra, Flex, type BoxProps } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { LOW } from './look.ts';

/*
 * <Page title="Dashboard" actions={<Button/>}>...</Page>     one per tab or page: the h1 and its actions
 * <Panel title="Recent Activity" actions={...}>...</Panel>   a raised surface; with a title it is a named region
 * <Facts items={[['Weight', '1,250 kg'], ...]} />           a definition list
 */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Flex direction="column" gap="6" css={{ [LOW]: { gap: '3' } }}>
      <Flex align="center" justify="space-between" gap="4" wrap="wrap" minH="11">
        <chakra.h1
          fontSize={{ base: 'xl', md: '2xl' }}
          fontWeight="600"
          letterSpacing="-0.02em"
          lineHeight="1.2"
          css={{ [LOW]: { fontSize: 'lg' } }}
        >
          {title}
        </chakra.h1>
        {actions !== undefined && (
          <Flex gap="3" wrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Flex>
  );
}

export interface PanelProps extends Omit<BoxProps, 'title'> {
  title?: string;
  actions?: ReactNode;
}

export function Panel({ title, actions, children, ...rest }: PanelProps) {
  const id = useId();
  return (
    <Box
      as={title === undefined ? 'div' : 'section'}
      aria-labelledby={title === undefined ? undefined : id}
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p={{ base: '4', md: '5' }}
      minW="0"
      {...rest}
    >
      {title !== undefined && (
        <Flex align="center" justify="space-between" gap="3" mb="3" minH="8">
          <chakra.h2 id={id} fontSize="md" fontWeight="600" minW="0" overflowWrap="anywhere">
            {title}
          </chakra.h2>
          {actions}
        </Flex>
      )}
      {children}
    </Box>
  );
}

export function Facts({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <chakra.dl
      display="grid"
      // On small phones a long name leaves space for its value.
      gridTemplateColumns={{ base: 'minmax(0, 2fr) minmax(0, 3fr)', sm: 'minmax(7rem, auto) 1fr' }}
      columnGap={{ base: '3', sm: '5' }}
      rowGap="2"
      fontSize="sm"
    >
      {items.map(([name, value]) => (
        <Box key={name} display="contents">
          <chakra.dt color="fg.muted">{name}</chakra.dt>
          <chakra.dd minW="0" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
