import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { Mark } from '../../design/Mark.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { useOfficeWords } from '../../words/adminMessages.ts';

interface SignedOutPageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A page beside the sign-in page, for people who have no password yet, or none any more. */
export function SignedOutPage({ title, lead, children }: SignedOutPageProps) {
  const { say } = useOfficeWords();
  return (
    <Flex direction="column" align="center" minH="100dvh" px="4" py={{ base: '6', md: '12' }}>
      <title>{say('app.title', { page: title })}</title>
      <Flex as="main" direction="column" gap="5" w="full" maxW="26rem" flex="1" justify="center">
        <Flex direction="column" align="center" textAlign="center" gap="1">
          <Mark size="3rem" />
          <Box fontSize="sm" color="fg.muted" mt="2">
            {say('app.name')}
          </Box>
          <chakra.h1 fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" lineHeight="1.2" overflowWrap="anywhere">
            {title}
          </chakra.h1>
          {lead !== undefined && (
            <Box color="fg.muted" overflowWrap="anywhere">
              {lead}
            </Box>
          )}
        </Flex>
        <Panel p={{ base: '4', md: '6' }}>{children}</Panel>
        <Box textAlign="center">
          <TextLink asChild {...LINE_LINK}>
            <Link to="/admin/login">{say('signedOut.toLogin')}</Link>
          </TextLink>
        </Box>
      </Flex>
    </Flex>
  );
}
