import type { MessageCode } from '../../../server/domain/messages/registry.ts';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import type { StaffWords } from '../../words/staffWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

type Message = Pick<AlertItemFragment, 'titleSaid' | 'descriptionSaid'>;

const LOSS: ReadonlySet<string> = new Set<MessageCode>(['alert.loss_seen', 'alert.loss_on_plots']);
const SAMPLE: MessageCode = 'alert.tree_loss_in_sample_data';

/** Size and years of a loss, read from the message code. Null if the alert is about something else. */
export function lossOf({ descriptionSaid }: Message): { hectares: number; years: number[] } | null {
  const values = descriptionSaid.find(({ code }) => LOSS.has(code))?.values;
  const hectares = values?.['hectares'];
  const years = values?.['years'];
  return typeof hectares === 'number' && Array.isArray(years) ? { hectares, years: years.map(Number) } : null;
}

/** Whether the finding comes from sample data. */
export function isSample({ titleSaid }: Message): boolean {
  return titleSaid.code === SAMPLE;
}

/** One-line heading that distinguishes similar alerts: size and years of a loss, else the title. */
export function headingOf(words: StaffWords, alert: Message): string {
  const loss = lossOf(alert);
  if (loss === null) return localizedText(words, alert.titleSaid);
  return words.say('alert.loss', {
    area: formatArea(words, loss.hectares),
    years: words.formatList(loss.years.map(String)),
  });
}

/** Formats hectares; two decimals below 0.1. */
export function formatArea({ formatDecimals }: StaffWords, hectares: number): string {
  return formatDecimals(hectares, hectares < 0.1 ? 2 : 1);
}

const DAY_MS = 86_400_000;

/**
 * Whole days since an instant (ISO 8601); 0 on the first day.
 * @param now ms since 1970
 */
export function daysSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
}
