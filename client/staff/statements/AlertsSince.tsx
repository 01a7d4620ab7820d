import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { SeverityBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { TextLink } from '../../design/TextLink.tsx';
import type { StatementWholeFragment } from '../../graphql/generated.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { alertPath } from '../alerts/page/alertAddress.ts';

/** Alerts that were raised on the beans of a statement since it was submitted; nothing where there are none. */
export function AlertsSince({ alerts }: { alerts: StatementWholeFragment['alertsSince'] }) {
  const { say, formatDateTime } = useStatementWords();
  if (alerts.length === 0) return null;
  return (
    <Banner tone="pod" title={say('since.title', { count: alerts.length })}>
      {say('since.text')}
      <chakra.ul listStyleType="none" mt="1">
        {alerts.map(({ id, title, severity, lotId, raisedAt }) => (
          <chakra.li key={id} display="flex" alignItems="center" flexWrap="wrap" columnGap="2">
            <SeverityBadge severity={severity} />
            <Box minW="0" overflowWrap="anywhere">
              <TextLink asChild {...LINE_LINK} color="inherit">
                <Link to={alertPath(id)}>{say('since.alert', { title, lotId, when: formatDateTime(raisedAt) })}</Link>
              </TextLink>
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Banner>
  );
}
