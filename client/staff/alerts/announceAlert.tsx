import { useFragment } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { TextLink } from '../../design/TextLink.tsx';
import { toaster } from '../../design/toaster.ts';
import { AlertItemFragmentDoc, type AlertItemFragment } from '../../graphql/generated.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useStaffWords, type StaffWords } from '../../words/staffWords.ts';
import { alertPath } from './page/alertAddress.ts';

/** Alerts that are told of at a time. More of them would keep out the results of one's own actions: a full stack waits. */
const MOST_SHOWN = 2;
const shown: string[] = [];

/** Tells of a new alert, with a link to it, until somebody answers it or newer ones take its place. */
export function announceAlert({ say }: StaffWords, alert: AlertItemFragment): void {
  if (!shown.includes(alert.id)) shown.push(alert.id);
  for (const oldest of shown.splice(0, shown.length - MOST_SHOWN)) toaster.remove(oldest);
  toaster.create({
    id: alert.id,
    type: alert.severity === 'high' ? 'error' : 'warning',
    title: say('alerts.raised', { severity: alert.severity, lotId: alert.lotId }),
    description: <RaisedAlert alert={alert} />,
  });
}

function RaisedAlert({ alert }: { alert: AlertItemFragment }) {
  const words = useStaffWords();
  const { id } = alert;
  const { data, complete } = useFragment({
    fragment: AlertItemFragmentDoc,
    fragmentName: 'AlertItem',
    from: { __typename: 'Alert', id },
  });
  const isActive = !complete || data.status === 'active';
  useEffect(() => {
    if (!isActive) toaster.dismiss(id);
  }, [isActive, id]);
  return (
    <>
      {localizedText(words, alert.titleSaid)}
      <Box mt="1">
        <TextLink asChild>
          <Link to={alertPath(id)} onClick={() => toaster.dismiss(id)}>
            {words.say('alerts.openRaised')}
          </Link>
        </TextLink>
      </Box>
    </>
  );
}
