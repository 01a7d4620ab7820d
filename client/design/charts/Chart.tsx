import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../Button.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { Skeleton } from '../Loading.tsx';
import { TextLink } from '../TextLink.tsx';
import { Scroller } from '../scroll/Scroller.tsx';
import { isEmpty, sharesOf, toneAt, type ChartData, type ChartKind } from './chartData.ts';
import { Swatch } from './Swatch.tsx';

/*
 * <Chart kind="bar" title="Lots by stage" summary="Most lots are drying." categories="Stage" data={data}
 *     write={formatCount}
 *     words={{ asTable: 'Show as table', asChart: 'Show as chart', loading: 'Loading' }} empty={<EmptyState ... />} />
 *
 * bar: one horizontal bar per category with its name and figure; with several series, stacked. line: over time.
 * stacked: stacked columns over time. donut: parts of a whole.
 *
 * The drawing loads when it is first shown, and never on a public page. A toggle shows the same figures as a table.
 * Series differ by texture, dash and mark as well as by color. `data` undefined: loading. Screen readers read the
 * summary.
 */
export interface ChartProps {
  kind: ChartKind;
  title: string;
  /** a sentence that describes the chart */
  summary: string;
  /** names the categories: header of the table's first column */
  categories: string;
  data: ChartData | undefined;
  /** formats a figure; null: unknown */
  write: (value: number | null) => string;
  /** formats a figure beside an axis; `write` without it */
  writeTick?: ((value: number) => string) | undefined;
  /** formats a share from 0 to 1: for a donut */
  writeShare?: (share: number) => string;
  words: { asTable: string; asChart: string; loading: string };
  empty: ReactNode;
  error?: ReactNode;
  /** rendered beside the title: a period, a link */
  actions?: ReactNode;
  /** what the figures leave out; below them */
  note?: string | undefined;
  /** page of what a category counts: a press on its bar or point, or its link in the table */
  href?: (category: number) => string;
}

/** Height of the drawing and of its skeleton. */
const HEIGHT = '16rem';
const Drawing = lazy(() => import('./Drawing.tsx'));

export function Chart(props: ChartProps) {
  const {
    kind,
    title,
    summary,
    data,
    write,
    writeTick = write,
    writeShare,
    words,
    empty,
    error,
    actions,
    note,
    href,
  } = props;
  const id = useId();
  const [isTable, setTable] = useState(false);
  const skeleton = (
    <chakra.output display="block" aria-label={words.loading}>
      <Flex h={HEIGHT} align="flex-end" justify="space-around" gap="3" borderBottomWidth="1px" borderColor="line">
        {['45%', '70%', '55%', '90%', '65%', '80%'].map((height) => (
          <Skeleton key={height} h={height} flex="1" maxW="10" borderBottomRadius="0" />
        ))}
      </Flex>
    </chakra.output>
  );
  const hasFigures = error === undefined && data !== undefined && !isEmpty(data);
  return (
    <chakra.figure
      aria-labelledby={id}
      bg="bg.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p={{ base: '4', md: '5' }}
      minW="0"
    >
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" minH="8" mb="3">
        <chakra.figcaption id={id} fontSize="md" fontWeight="600">
          {title}
        </chakra.figcaption>
        {/* On phones the select shrinks beside its label; if it would be cut off, the label wraps below. */}
        <Flex
          wrap="wrap"
          columnGap={{ base: '1', sm: '2' }}
          align="center"
          w={actions === undefined ? undefined : { base: 'full', sm: 'auto' }}
        >
          {actions !== undefined && (
            <Box minW={{ base: '10.5rem', sm: '0' }} flex="1">
              {actions}
            </Box>
          )}
          {hasFigures && (
            <Button
              variant="quiet"
              size="sm"
              px={{ base: '1', sm: '3' }}
              me={{ base: '-1', sm: '-3' }}
              ms="auto"
              flexShrink="0"
              whiteSpace="nowrap"
              css={{ '& svg': { hideBelow: 'sm' } }}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              {isTable ? words.asChart : words.asTable}
            </Button>
          )}
        </Flex>
      </Flex>
      {error ??
        (data === undefined ? (
          skeleton
        ) : isEmpty(data) ? (
          empty
        ) : isTable ? (
          <Figures {...props} data={data} />
        ) : (
          <>
            <ErrorBoundary>
              <Suspense fallback={skeleton}>
                <Box role="img" aria-label={summary} h={HEIGHT} position="relative">
                  {href === undefined ? (
                    <Drawing kind={kind} data={data} write={write} writeTick={writeTick} />
                  ) : (
                    <LinkedDrawing kind={kind} data={data} write={write} writeTick={writeTick} href={href} />
                  )}
                </Box>
              </Suspense>
            </ErrorBoundary>
            <Legend kind={kind} data={data} write={write} writeShare={writeShare} />
          </>
        ))}
      {note !== undefined && (
        <Box mt="2" fontSize="xs" color="fg.muted">
          {note}
        </Box>
      )}
    </chakra.figure>
  );
}

/** A drawing whose categories lead somewhere. */
function LinkedDrawing({
  href,
  ...props
}: Pick<ChartProps, 'kind' | 'write'> & Required<Pick<ChartProps, 'href' | 'writeTick'>> & { data: ChartData }) {
  const navigate = useNavigate();
  return <Drawing {...props} onPress={(category) => void navigate(href(category))} />;
}

/** Explains each texture, dash or part; a single series of bars needs no legend. */
function Legend({
  kind,
  data,
  write,
  writeShare,
}: Pick<ChartProps, 'kind' | 'write' | 'writeShare'> & { data: ChartData }) {
  if (kind === 'bar' && data.series.length === 1) return null;
  const entries =
    kind === 'donut'
      ? sharesOf(data).map(({ name, value, share, tone }, index) => ({
          key: name,
          tone,
          index,
          text: name,
          figure: writeShare === undefined ? write(value) : `${write(value)} · ${writeShare(share)}`,
        }))
      : data.series.map((series, index) => ({
          key: series.id,
          tone: toneAt(series, -1),
          index,
          text: series.name,
          figure: null,
        }));
  return (
    <chakra.ul display="flex" flexWrap="wrap" columnGap="5" rowGap="1" mt="3" fontSize="sm" listStyleType="none">
      {entries.map(({ key, tone, index, text, figure }) => (
        <chakra.li key={key} display="inline-flex" alignItems="center" gap="2">
          <Swatch kind={kind} tone={tone} index={index} />
          {text}
          {figure !== null && (
            <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
              {figure}
            </chakra.span>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

/** The figures as a table; a year shows all twelve months without scrolling. */
function Figures({ title, categories, data, write, href }: ChartProps & { data: ChartData }) {
  return (
    <Scroller label={title} maxH="28.5rem">
      <chakra.table
        w="full"
        fontSize="sm"
        fontVariantNumeric="tabular-nums"
        css={{
          '& th, & td': { py: '2', pe: '4', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'line' },
          '& thead th': { color: 'fg.muted', fontSize: 'xs', fontWeight: '600' },
          '& th': { fontWeight: '500' },
          '& :is(td, th):not(:first-of-type), & td': { textAlign: 'end' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{categories}</th>
            {data.series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.categories.map((category, at) => (
            <tr key={category}>
              <th scope="row">
                {href === undefined ? (
                  category
                ) : (
                  <TextLink asChild>
                    <Link to={href(at)}>{category}</Link>
                  </TextLink>
                )}
              </th>
              {data.series.map(({ id, values }) => (
                <td key={id}>{write(values[at] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Scroller>
  );
}
