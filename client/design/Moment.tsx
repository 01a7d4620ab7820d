import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { formatsOf } from '../words/format.ts';
import { useSharedWords } from '../words/sharedWords.ts';

/**
 * <Moment iso="2026-03-14T08:30:00Z" />: a point in time. On hover or focus it shows local time and UTC.
 * @param children text shown in place of the local time
 */
export function Moment({ iso, children }: { iso: string; children?: ReactNode }) {
  const { say, locale, formatDateTime } = useSharedWords();
  const id = useId();
  const local = formatDateTime(iso);
  return (
    <chakra.button
      type="button"
      aria-describedby={id}
      position="relative"
      display="inline-flex"
      alignItems="center"
      minH="6"
      // Large enough to tap, without increasing the line height.
      my="calc((1lh - 1.5rem) / 2)"
      fontVariantNumeric="tabular-nums"
      textAlign="start"
      borderRadius="control"
      cursor="help"
      textDecoration="underline dotted"
      textUnderlineOffset="3px"
      textDecorationColor="edge"
      css={{ '&:hover > [role=tooltip], &:focus > [role=tooltip]': { display: 'block' } }}
    >
      <time dateTime={iso}>{children ?? local}</time>
      <chakra.span
        id={id}
        role="tooltip"
        // Hidden, it must not widen its container.
        display="none"
        position="absolute"
        zIndex="popover"
        insetStart="0"
        top="100%"
        px="2.5"
        py="1.5"
        bg="fg"
        color="bg.raised"
        borderRadius="control"
        fontSize="xs"
        fontWeight="400"
        w="max-content"
        maxW={{ base: '9.5rem', md: '20rem' }}
        boxShadow="panel"
      >
        <chakra.span display="block">{say('moment.local', { moment: local })}</chakra.span>
        <chakra.span display="block">
          {say('moment.utc', { moment: formatsOf(locale, 'UTC').formatDateTime(iso) })}
        </chakra.span>
      </chakra.span>
    </chakra.button>
  );
}
