import { Box, chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Clock, Eraser, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../design/Badge.tsx';
import type { ToneName } from '../../../design/colors.ts';
import type { DifferenceFragment, FieldState, LedgerSummaryFragment } from '../../../graphql/generated.ts';
import { DASH } from '../../../words/format.ts';
import { type LotId, type LotWords, useLotWords } from '../../../words/lotWords.ts';
import { fieldName } from '../../../words/recordInWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { changeInWords } from '../changeInWords.ts';
import { SmallHeading } from '../Compliance.tsx';

const STATES: Record<FieldState, { tone?: ToneName; icon: LucideIcon; word: LotId }> = {
  match: { tone: 'leaf', icon: CircleCheck, word: 'chainView.field.match' },
  differs: { tone: 'alarm', icon: CircleAlert, word: 'chainView.field.differs' },
  pending: { tone: 'pod', icon: Clock, word: 'chainView.field.pending' },
  erased: { icon: Eraser, word: 'chainView.field.erased' },
};
const FIRST: readonly FieldState[] = ['differs', 'pending', 'erased', 'match'];

interface Line {
  field: string;
  state: FieldState;
  difference: DifferenceFragment | null;
}

/** Compares each field with the ledger. Differences come first, including those outside the fields. */
export function FieldTable({ verification }: { verification: LedgerSummaryFragment['verification'] }) {
  const words = useLotWords();
  const { say } = words;
  const lines = linesOf(verification);
  const count = (state: FieldState): number => verification.fields.filter((field) => field.state === state).length;
  return (
    <Box>
      <SmallHeading>{say('chainView.fields')}</SmallHeading>
      <Box fontSize="sm" color="fg.muted" mb="3">
        {say('chainView.counts', {
          match: count('match'),
          differs: count('differs'),
          pending: count('pending'),
          erased: count('erased'),
        })}
      </Box>
      <chakra.table w="full" fontSize="sm" css={{ borderCollapse: 'collapse' }}>
        <chakra.thead>
          <tr>
            <Head>{say('chainView.field')}</Head>
            <Head>{say('chainView.fieldState')}</Head>
          </tr>
        </chakra.thead>
        <tbody>
          {lines.map((line) => (
            <chakra.tr key={line.field} borderTopWidth="1px" borderColor="line" verticalAlign="top">
              <chakra.th scope="row" py="2" pe="3" textAlign="start" fontWeight="500">
                <chakra.span css={{ display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } }}>
                  {nameOf(words, line.field)}
                </chakra.span>
              </chakra.th>
              <chakra.td py="2">
                <State line={line} />
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <chakra.th scope="col" py="1" textAlign="start" fontSize="xs" fontWeight="500" color="fg.muted">
      {children}
    </chakra.th>
  );
}

function State({ line: { state, field, difference } }: { line: Line }) {
  const words = useLotWords();
  const { say } = words;
  const { tone, icon, word } = STATES[state];
  return (
    <>
      <Box display="flex" gap="1.5" flexWrap="wrap">
        <Badge tone={tone} icon={icon}>
          {say(word)}
        </Badge>
        {difference !== null && (
          <Badge tone={difference.severity === 'HIGH' ? 'alarm' : 'pod'}>
            {say('chainView.severityOf', {
              severity: say(difference.severity === 'HIGH' ? 'chainView.severity.HIGH' : 'chainView.severity.MEDIUM'),
            })}
          </Badge>
        )}
      </Box>
      {difference !== null && (
        <Box mt="1.5" overflowWrap="anywhere">
          <Box>{localizedText(words, difference.said)}</Box>
          <Sides field={field} difference={difference} />
        </Box>
      )}
    </>
  );
}

/** Both values, if they are known: for personal fields the ledger has only commitments. */
function Sides({ field, difference }: { field: string; difference: DifferenceFragment }) {
  const words = useLotWords();
  const { say } = words;
  const { databaseValue, blockchainValue } = difference;
  if (databaseValue === null && blockchainValue === null) return null;
  return (
    <Box color="fg.muted">
      {say('integrity.inDatabase', { value: changeInWords(words, field, databaseValue) ?? DASH })}
      <br />
      {blockchainValue === null
        ? say('chainView.personal')
        : say('integrity.onLedger', { value: changeInWords(words, field, blockchainValue) ?? DASH })}
    </Box>
  );
}

function linesOf({ fields, discrepancies }: LedgerSummaryFragment['verification']): Line[] {
  const byField = new Map(discrepancies.map((difference) => [difference.field, difference]));
  const lines = fields.map(({ field, state }): Line => ({ field, state, difference: byField.get(field) ?? null }));
  const named = new Set(fields.map(({ field }) => field));
  const beside = discrepancies
    .filter(({ field }) => !named.has(field))
    .map((difference): Line => ({ field: difference.field, state: 'differs', difference }));
  return [...beside, ...lines].sort((a, b) => FIRST.indexOf(a.state) - FIRST.indexOf(b.state));
}

/** Latitude and longitude share one commitment but have separate rows. */
function nameOf(words: LotWords, field: string): string {
  if (field === 'latitude') return words.say('chainView.latitude');
  if (field === 'longitude') return words.say('chainView.longitude');
  return fieldName(words, field);
}
