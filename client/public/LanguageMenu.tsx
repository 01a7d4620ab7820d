import { chakra } from '@chakra-ui/react';
import { ChevronDown, Languages } from 'lucide-react';
import { useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { languageOf, nativeName, PUBLIC_LOCALES } from '../../server/domain/public/publicPages.ts';
import { usePublicWords } from '../words/publicWords.ts';
import { useSamePageIn } from './pageAddress.ts';

/** The languages of the page, each in its own language: links in a disclosure that also works without scripts. */
export function LanguageMenu() {
  const { say, locale } = usePublicWords();
  const addressIn = useSamePageIn();
  const details = useRef<HTMLDetailsElement>(null);
  const spoken = PUBLIC_LOCALES.find((one) => one === locale) ?? PUBLIC_LOCALES[0];
  const close = (): void => details.current?.removeAttribute('open');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || details.current?.open !== true) return;
    // On the search step, Escape would leave the step.
    event.stopPropagation();
    close();
    details.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && details.current?.contains(relatedTarget) !== true) close();
  };
  return (
    <chakra.details
      ref={details}
      position="relative"
      fontSize="sm"
      _print={{ display: 'none' }}
      css={{ '& > summary::-webkit-details-marker': { display: 'none' } }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <chakra.summary
        display="inline-flex"
        alignItems="center"
        gap="1.5"
        minH="11"
        cursor="pointer"
        listStyleType="none"
        color="fg.muted"
        fontWeight="500"
        whiteSpace="nowrap"
        borderRadius="control"
        aria-label={say('frame.language', { language: nativeName(spoken) })}
      >
        {/* On the smallest phones the logo needs this space. */}
        <chakra.span css={{ '@media (max-width: 24rem)': { display: 'none' } }}>
          <Languages aria-hidden size={18} strokeWidth={1.75} />
        </chakra.span>
        {nativeName(spoken)}
        {/* On a small phone the names need this space. */}
        <chakra.span hideBelow="sm">
          <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
        </chakra.span>
      </chakra.summary>
      <chakra.ul
        listStyleType="none"
        position="absolute"
        zIndex="popover"
        insetEnd="0"
        top="100%"
        py="1"
        minW="9rem"
        bg="bg.raised"
        borderWidth="1px"
        borderColor="line"
        borderRadius="control"
        boxShadow="panel"
      >
        {PUBLIC_LOCALES.map((one) => (
          <li key={one}>
            <chakra.a
              href={addressIn(one)}
              lang={languageOf(one)}
              hrefLang={languageOf(one)}
              aria-current={one === spoken ? 'true' : undefined}
              display="flex"
              alignItems="center"
              minH="11"
              px="4"
              color="fg"
              fontWeight={one === spoken ? '600' : '400'}
              outlineOffset="-2px"
              _hover={{ bg: 'bg.sunken' }}
            >
              {nativeName(one)}
            </chakra.a>
          </li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}
