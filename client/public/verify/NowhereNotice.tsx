import { Flex } from '@chakra-ui/react';
import { Banner } from '../../design/Banner.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { TextLink } from '../../design/TextLink.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { useInLanguage } from '../pageAddress.ts';
import { useLedHere } from './useLedHere.ts';

/** To whoever asked for an address at which no page stands: that it is so, and where else they may want to go. */
export function NowhereNotice() {
  const { say } = useVerifyWords();
  const inLanguage = useInLanguage();
  if (!useLedHere()) return null;
  return (
    <Banner tone="pod" title={say('start.nowhere')} py="3">
      {say('start.nowhereText')}
      <Flex columnGap="5" wrap="wrap">
        <TextLink href={inLanguage('/')} {...LINE_LINK}>
          {say('start.home')}
        </TextLink>
        <TextLink href={inLanguage('/support')} {...LINE_LINK}>
          {say('frame.support')}
        </TextLink>
        <TextLink href="/admin" {...LINE_LINK}>
          {say('frame.staff')}
        </TextLink>
      </Flex>
    </Banner>
  );
}
