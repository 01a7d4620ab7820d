import { chakra } from '@chakra-ui/react';
import { formatsOf } from '../words/format.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { Moment } from './Moment.tsx';
import { relativeAge } from './relativeAge.ts';
import { useNow } from './useNow.ts';

const MINUTE_MS = 60_000;

/**
 * <RelativeTime iso="2026-03-14T08:30:00Z" />: '12 min ago'; on hover the exact time, local and UTC, which assistive
 * technology reads too. For lists; `Moment` is for single times, where the exact one is read.
 * @param isFocusable shows the exact time on focus too: where a list is short, or its times matter
 */
export function RelativeTime({ iso, isFocusable = false }: { iso: string; isFocusable?: boolean }) {
  const { say, locale, formatDateTime } = useSharedWords();
  const now = useNow(MINUTE_MS);
  const exact = formatDateTime(iso);
  const { unit, count } = relativeAge(iso, now);
  const text = unit === 'date' ? exact : unit === 'now' ? say('relative.now') : say(`relative.${unit}`, { count });
  if (isFocusable) return <Moment iso={iso}>{text}</Moment>;
  const utc = say('moment.utc', { moment: formatsOf(locale, 'UTC').formatDateTime(iso) });
  if (unit === 'date') {
    return (
      <time dateTime={iso} title={utc}>
        {text}
      </time>
    );
  }
  return (
    <time dateTime={iso} title={`${say('moment.local', { moment: exact })}\n${utc}`}>
      <span aria-hidden>{text}</span>
      <chakra.span srOnly>{exact}</chakra.span>
    </time>
  );
}
