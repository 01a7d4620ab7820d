import { Box, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { plotFarmId } from '../../../server/domain/plot/plotInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { TextField } from '../../design/Field.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { errorMessage } from '../../graphql/messages.ts';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { Retry } from '../admin-shared/Retry.tsx';
import { useFarmChoices, type FarmChoice } from '../farms/useFarmChoices.ts';

/** Chooses a farm: the last ones of this device and of the newest lots, or those found by a part of id, name, village or farmer. */
export function FarmSearch({ onChoose }: { onChoose: (farmId: string) => void }) {
  const { say } = useReceiveWords();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const typed = text.trim().toUpperCase();
  const shown = useFarmChoices(text);
  // Enter was pressed before the search of this text was answered.
  const [enterFor, setEnterFor] = useState('');
  const isDue = shown.isSearch && shown.isAnswered && enterFor !== '' && enterFor === typed;
  const first = isDue ? shown.farms?.[0]?.farmId : undefined;
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (first !== undefined) choose(first);
  }, [first]);
  const own = plotFarmId.safeParse(typed);
  const isNew = own.success && shown.farms !== undefined && !shown.farms.some(({ farmId }) => farmId === own.data);
  return (
    <Panel title={say('receive.whichFarm')}>
      <Flex direction="column" gap="4" maxW="40rem">
        <TextField
          label={say('receive.findFarm')}
          hint={say('receive.findFarmHint')}
          value={text}
          onChange={setText}
          ref={field}
          minH="14"
          fontSize="lg"
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (typed === '' && shown.farms?.[0] !== undefined) onChoose(shown.farms[0].farmId);
            else setEnterFor(typed);
          }}
        />
        <FarmButtons
          title={say(shown.isSearch ? 'receive.foundFarms' : 'receive.lastFarms')}
          farms={shown.farms}
          none={shown.isSearch ? say('receive.noFarm', { text: typed }) : say('receive.noFarmsYet')}
          onChoose={onChoose}
        />
        {shown.error !== undefined && <FarmsUnread error={shown.error} retry={shown.retry} />}
        {isNew && (
          <Button variant="secondary" size="lg" onClick={() => onChoose(own.data)}>
            {say('receive.newFarm', { farmId: own.data })}
          </Button>
        )}
      </Flex>
    </Panel>
  );
}

interface FarmButtonsProps {
  title: string;
  /** undefined while loading */
  farms: readonly FarmChoice[] | undefined;
  /** text for no farm */
  none: string;
  onChoose: (farmId: string) => void;
}

function FarmButtons({ title, farms, none, onChoose }: FarmButtonsProps) {
  const { say } = useReceiveWords();
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Box id={id} fontSize="sm" color="fg.muted" mb="2">
        {title}
      </Box>
      {farms === undefined && (
        <Delayed label={say('receive.farmsLoading')}>
          <Skeleton h="12" />
        </Delayed>
      )}
      <Grid gap="2" templateColumns="repeat(auto-fill, minmax(9.5rem, 1fr))">
        {farms?.map(({ farmId, detail }) => (
          <Button
            key={farmId}
            variant="secondary"
            size="lg"
            minW="0"
            h="auto"
            minH="12"
            py="2"
            onClick={() => onChoose(farmId)}
          >
            <Box as="span" minW="0" overflowWrap="anywhere" whiteSpace="normal">
              {farmId}
              {detail !== '' && (
                <Box as="span" display="block" fontSize="xs" fontWeight="400" color="fg.muted">
                  {detail}
                </Box>
              )}
            </Box>
          </Button>
        ))}
      </Grid>
      <Box role="status" fontSize="sm">
        {farms?.length === 0 && none}
      </Box>
    </Box>
  );
}

function FarmsUnread({ error, retry }: { error: Error; retry: () => Promise<unknown> }) {
  const words = useReceiveWords();
  return (
    <Banner tone="pod" action={<Retry onRetry={retry} />}>
      {words.say('receive.farmsFailed', { reason: errorMessage(words, error) })}
    </Banner>
  );
}
