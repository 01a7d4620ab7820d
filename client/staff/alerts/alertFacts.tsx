import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SeverityBadge } from '../../design/Badge.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import type { StaffWords } from '../../words/staffWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LotLink } from '../LotLink.tsx';
import { statusWord } from '../statusLabels.ts';
import { RelativeTime } from '../../design/RelativeTime.tsx';

/** All known fields of an alert, as pairs of name and value. */
export function alertFacts(words: StaffWords, alert: AlertItemFragment): (readonly [string, ReactNode])[] {
  const { say, formatCoordinates } = words;
  return [
    [say('alert.finding'), localizedText(words, alert.titleSaid)],
    [say('alert.lot'), <LotLink key="lot" lotId={alert.lotId} />],
    [say('alert.farmer'), alert.lot.farmerName ?? DASH],
    [say('alert.farm'), alert.lot.farmId ?? DASH],
    [say('alert.type'), say(`alertType.${alert.type}`)],
    [say('alert.severity'), <SeverityBadge key="severity" severity={alert.severity} />],
    [say('alert.status'), say(`alertStatus.${alert.status}`)],
    [
      say('alert.coordinates'),
      <chakra.span key="coordinates" fontFamily="mono">
        {formatCoordinates(alert.latitude, alert.longitude)}
      </chakra.span>,
    ],
    [say('alert.raised'), <RelativeTime key="raised" iso={alert.createdAt} />],
    ...answers(words, alert),
  ];
}

/** Actions taken on the alert so far; empty if there are none. */
function answers(words: StaffWords, alert: AlertItemFragment): [string, ReactNode][] {
  const { say, formatDate } = words;
  const rows: [string, ReactNode][] = [];
  if (alert.assignee !== null) rows.push([say('alert.assignee'), alert.assignee]);
  if (alert.dueOn !== null) rows.push([say('alert.due'), formatDate(alert.dueOn)]);
  if (alert.acknowledgedAt !== null) {
    rows.push([say('alert.reviewed'), <RelativeTime key="reviewed" iso={alert.acknowledgedAt} />]);
  }
  if (alert.closedAt !== null) {
    rows.push([say('alert.closed'), <RelativeTime key="closed" iso={alert.closedAt} />]);
  }
  if (alert.closedBy !== null) rows.push([say('alert.closedBy'), alert.closedBy]);
  if (alert.outcome !== null) rows.push([say('alert.outcome'), statusWord(words, alert.outcome)]);
  if (alert.note !== null) rows.push([say('alert.note'), alert.note]);
  return rows;
}
