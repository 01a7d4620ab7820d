import { Box, chakra, Flex } from '@chakra-ui/react';
import { SeverityBadge } from '../../design/Badge.tsx';
import { Link } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { EntrySkeleton } from '../../design/Skeletons.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import type { ComplianceFragment, LotComplianceOfQuery } from '../../graphql/generated.ts';
import { LotRich, useLotWords } from '../../words/lotWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { alertParams, FIRST_VIEW } from '../alerts/alertListState.ts';
import { alertPath } from '../alerts/page/alertAddress.ts';
import { useTabParams } from '../StaffAddress.tsx';
import type { QueryState } from './useAnswer.ts';
import { SmallHeading } from './Compliance.tsx';
import { Answered } from './Part.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';

/** Open alerts of the lot, with a button that lists them in the alerts tab. */
export function OpenAlerts({ lotId, compliance }: { lotId: string; compliance: QueryState<LotComplianceOfQuery> }) {
  const { say } = useLotWords();
  return (
    <Box mt="5">
      <SmallHeading>{say('sat.alerts')}</SmallHeading>
      <Answered of={compliance} loading={say('comply.loading')} skeleton={<EntrySkeleton buttons={0} />}>
        {({ lotCompliance }) => <List lotId={lotId} alerts={lotCompliance?.openAlerts ?? []} />}
      </Answered>
    </Box>
  );
}

function List({ lotId, alerts }: { lotId: string; alerts: ComplianceFragment['openAlerts'] }) {
  const words = useLotWords();
  const { say } = words;
  const [, showAlerts] = useTabParams('alerts');
  if (alerts.length === 0) {
    return (
      <Box fontSize="sm" color="fg.muted">
        {say('code.compliance.no_open_alert')}
      </Box>
    );
  }
  return (
    <>
      <chakra.ul listStyleType="none" mb="3">
        {alerts.map(({ id, severity, status, titleSaid, createdAt }) => (
          <chakra.li key={id} py="2" borderTopWidth="1px" borderColor="line" _first={{ borderTopWidth: '0' }}>
            <Flex columnGap="3" rowGap="1" wrap="wrap" align="center" fontSize="sm">
              <SeverityBadge severity={severity} />
              <TextLink asChild overflowWrap="anywhere">
                <Link to={alertPath(id)}>{localizedText(words, titleSaid)}</Link>
              </TextLink>
              <chakra.span color="fg.muted">
                {say(`alertStatus.${status}`)} ·{' '}
                <LotRich id="sat.raised" parts={{ when: <RelativeTime iso={createdAt} /> }} />
              </chakra.span>
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => showAlerts(() => alertParams({ ...FIRST_VIEW, status: null, lotId }))}
      >
        {say('sat.alertsOpen')}
      </Button>
    </>
  );
}
