import { Box } from '@chakra-ui/react';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Facts } from '../../design/Page.tsx';
import type { StatementWholeFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useStatementWords, type StatementWords } from '../../words/statementWords.ts';
import { headingName } from './statementForm.ts';

/** Characters of a hash that are shown. */
const HASH_SHOWN = 16;

/** What a statement says. Goods and producers are known once it was checked. */
export function StatementFacts({ statement }: { statement: StatementWholeFragment }) {
  const words = useStatementWords();
  const { say, formatKg, formatCount, formatPercent, formatDateTime, formatList } = words;
  const { hsHeading, representedOperator, activityType, deviationPercent, contentHash } = statement;
  const notStated = say('statement.notStated');
  const countryOf = (code: string): string => words.formatCountry(code) ?? code;
  const name = headingName(hsHeading);
  return (
    <Facts
      items={[
        [say('statements.kind'), say(`statement.kind.${statement.kind}`)],
        [say('label.internalReference'), statement.internalReference],
        [say('label.activityType'), say(`activity.${activityType}`)],
        [say('label.operatorRole'), say(`operatorRole.${statement.operatorRole}`)],
        ...(representedOperator === null
          ? []
          : [
              [
                say('label.representedOperator'),
                <Represented key="operator" words={words} operator={representedOperator} />,
              ] as const,
            ]),
        [
          say('label.countryOfActivity'),
          statement.countryOfActivity === null ? notStated : countryOf(statement.countryOfActivity),
        ],
        [
          say('label.borderCrossCountry'),
          statement.borderCrossCountry === null ? notStated : countryOf(statement.borderCrossCountry),
        ],
        [say('label.hsHeading'), name === null ? hsHeading : say('statement.heading', { code: hsHeading, name })],
        [say('label.descriptionOfGoods'), statement.descriptionOfGoods],
        [say('statements.netMass'), formatKg(statement.netMass)],
        ...(activityType === 'DOMESTIC'
          ? [[say('label.deviationPercent'), formatPercent(deviationPercent)] as const]
          : []),
        [say('statements.producers'), formatCount(statement.producerCount)],
        [say('statements.plots'), formatCount(statement.plotCount)],
        [say('statements.countries'), formatList(statement.countries.map(countryOf)) || DASH],
        [
          say('label.geolocationConfidential'),
          say(statement.geolocationConfidential ? 'statement.yes' : 'statement.no'),
        ],
        [
          say('label.comment'),
          <Box key="comment" whiteSpace="pre-wrap">
            {statement.comment ?? notStated}
          </Box>,
        ],
        [say('statement.checkedAt'), formatDateTime(statement.checkedAt)],
        [
          say('statement.contentHash'),
          <CopyableValue
            key="hash"
            name={say('statement.contentHash')}
            text={contentHash}
            shown={contentHash?.slice(0, HASH_SHOWN) ?? ''}
          />,
        ],
      ]}
    />
  );
}

function Represented({
  words: { say, formatCountry },
  operator: { name, eori, address },
}: {
  words: StatementWords;
  operator: NonNullable<StatementWholeFragment['representedOperator']>;
}) {
  const { street, postalCode, city, country } = address;
  return (
    <>
      {say('statement.operator', { name, street, postalCode, city, country: formatCountry(country) ?? country })}
      {eori !== null && <Box>{say('statement.operatorEori', { eori })}</Box>}
    </>
  );
}
