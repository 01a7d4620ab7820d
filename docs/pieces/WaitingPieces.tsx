import { Box, Flex } from '@chakra-ui/react';
import { Leaf } from 'lucide-react';
import { Button } from '../../client/design/Button.tsx';
import { EmptyState } from '../../client/design/EmptyState.tsx';
import { ErrorBoundary } from '../../client/design/ErrorBoundary.tsx';
import { Delayed, LoadingText, Skeleton } from '../../client/design/Loading.tsx';
import { Panel } from '../../client/design/Page.tsx';
import {
  BarsSkeleton,
  CardSkeleton,
  DetailSkeleton,
  EntrySkeleton,
  FormSkeleton,
  ListRowSkeleton,
  PageSkeleton,
  StatTileSkeleton,
} from '../../client/design/Skeletons.tsx';
import { Scene, type SceneName } from '../../client/design/Scene.tsx';
import { Spinner } from '../../client/design/Spinner.tsx';
import { useState } from 'react';
import { Columns, Row, Shown, State } from './Shown.tsx';

const SCENES: readonly SceneName[] = ['noLots', 'noAlerts', 'noFarms', 'offline', 'done'];

export function WaitingPieces() {
  const [isBroken, breakIt] = useState(false);
  return (
    <>
      <Shown
        title="Loading"
        pieces={[
          'Delayed',
          'Skeleton',
          'LoadingText',
          'Spinner',
          'CardSkeleton',
          'DetailSkeleton',
          'ListRowSkeleton',
          'StatTileSkeleton',
          'PageSkeleton',
          'EntrySkeleton',
          'FormSkeleton',
          'BarsSkeleton',
        ]}
      >
        <Delayed label="Loading pieces">
          <Columns least="16rem">
            <State name="figure">
              <StatTileSkeleton />
            </State>
            <State name="card">
              <CardSkeleton />
            </State>
            <State name="details">
              <Panel>
                <DetailSkeleton rows={7} />
              </Panel>
            </State>
            <State name="anything else">
              <Skeleton h="6rem" />
            </State>
          </Columns>
        </Delayed>
        <Columns least="16rem">
          <State name="an entry">
            <EntrySkeleton />
          </State>
          <State name="a form">
            <FormSkeleton rows={2} />
          </State>
          <State name="bars">
            <BarsSkeleton rows={4} />
          </State>
        </Columns>
        <State name="a page">
          <PageSkeleton />
        </State>
        <State name="rows of a list">
          <Panel>
            <ListRowSkeleton />
            <ListRowSkeleton />
          </Panel>
        </State>
        <State name="a whole area, and what turns">
          <Flex direction="column" maxH="10rem" overflow="hidden" justify="center">
            <LoadingText>Initializing Manam-Trace...</LoadingText>
          </Flex>
          <Spinner />
        </State>
      </Shown>
      <Shown title="Nothing and broken" pieces={['EmptyState', 'Scene', 'ErrorBoundary']}>
        <State name="drawn scenes">
          <Row>
            {SCENES.map((name) => (
              <Scene key={name} name={name} />
            ))}
          </Row>
        </State>
        <Columns>
          <State name="nothing yet">
            <Panel>
              <EmptyState icon={Leaf} title="No Active Alerts" action={<Button variant="secondary">Show all</Button>}>
                All your lots are compliant with EUDR requirements
              </EmptyState>
            </Panel>
          </State>
          <State name="broken">
            <Panel>
              <ErrorBoundary>
                <Fragile isBroken={isBroken} />
                <Box mt="3">
                  <Button variant="secondary" onClick={() => breakIt(true)}>
                    Break this part
                  </Button>
                </Box>
              </ErrorBoundary>
            </Panel>
          </State>
        </Columns>
      </Shown>
    </>
  );
}

function Fragile({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('broken on purpose');
  return <Box>A part that works.</Box>;
}
