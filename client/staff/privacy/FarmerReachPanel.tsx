import { Box, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { EraseFarmerDocument, type FarmerReachQuery, type ReceiptFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import type { Farmer } from './ErasePersonPage.tsx';
import { ErasureDialog } from './ErasureDialog.tsx';

interface FarmerReachProps {
  farmer: Farmer;
  reach: FarmerReachQuery['farmerReach'];
  /** selects another name of the farm */
  onChoose: (name: string) => void;
  onErased: (receipt: ReceiptFragment) => void;
}

/** Preview of a farmer's erasure, or the reason why there is nothing to erase. */
export function FarmerReachPanel({ farmer, reach, onChoose, onErased }: FarmerReachProps) {
  const words = useOfficeWords();
  const { say, formatDate } = words;
  const [asking, setAsking] = useState(false);
  const [erase] = useWrite(EraseFarmerDocument, { failed: say('person.failed') });
  const { account, lots, names, keptUntil } = reach;
  const written = names.filter(({ erased }) => erased);
  const similar = names.filter((one) => one.similar);
  const others = names.filter((one) => !one.erased && !one.similar);
  const farm = farmer.farmId;
  // The spelling on most of the lots.
  const name = written[0]?.name ?? farmer.farmerName;

  if (account === 'enabled') {
    return (
      <Banner tone="pod" title={say('person.enabled', { name, farm })}>
        {say('person.enabledHint')}
      </Banner>
    );
  }
  if (account === 'none' && lots === 0) {
    return <NothingReached name={name} farm={farm} similar={similar} others={others} onChoose={onChoose} />;
  }
  return (
    <Panel title={say('person.reaches', { lots, farm, name })} borderColor="alarm">
      {lots > 0 && (
        <Box fontSize="sm" mb="4" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
          {listed(words, reach)}
        </Box>
      )}
      {written.length > 0 && <FarmerNames title={say('person.written')} names={written} />}
      {similar.length > 0 && <FarmerNames title={say('person.similarStay')} names={similar} onChoose={onChoose} />}
      {others.length > 0 && <FarmerNames title={say('person.othersStay')} names={others} onChoose={onChoose} />}
      {account === 'disabled' && <Box mb="4">{say('person.disabled')}</Box>}
      <Part title={say('person.goes')} text={say('person.goesText')} />
      {keptUntil !== null && (
        <Part title={say('person.stays', { day: formatDate(keptUntil) })} text={say('person.staysText')} />
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        {say('person.begin')}
      </Button>
      <ErasureDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={say('person.dialog', { name, farm })}
        lead={say('person.irrevocable', { lots })}
        confirm={{ text: farm, label: say('person.type', { farm }), differs: say('person.differs', { farm }) }}
        action={say('person.action')}
        erase={async () => {
          const sent = await erase(farmer);
          return sent.kind === 'answered' ? { ...sent, data: sent.data.eraseFarmer } : sent;
        }}
        onErased={onErased}
      />
    </Panel>
  );
}

interface NothingReachedProps {
  name: string;
  farm: string;
  similar: FarmerNamesProps['names'];
  others: FarmerNamesProps['names'];
  onChoose: FarmerReachProps['onChoose'];
}

/** Says that nothing is stored under the name, and which other names the farm has. */
function NothingReached({ name, farm, similar, others, onChoose }: NothingReachedProps) {
  const { say } = useOfficeWords();
  return (
    <>
      <Banner tone="sky" title={say('person.nobody', { name, farm })}>
        {say('person.nobodyHint')}
      </Banner>
      {similar.length + others.length > 0 && (
        <Panel>
          {similar.length > 0 && <FarmerNames title={say('person.similar')} names={similar} onChoose={onChoose} />}
          {others.length > 0 && <FarmerNames title={say('person.others')} names={others} onChoose={onChoose} />}
        </Panel>
      )}
    </>
  );
}

function listed({ say, formatList }: OfficeWords, { lotIds, lots }: FarmerReachProps['reach']): string {
  const names = formatList(lotIds);
  return lots > lotIds.length ? say('person.some', { listed: names, more: lots - lotIds.length }) : names;
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <Box mb="4" fontSize="sm">
      <Box fontWeight="600">{title}</Box>
      <Box color="fg.muted">{text}</Box>
    </Box>
  );
}

interface FarmerNamesProps {
  title: string;
  names: FarmerReachQuery['farmerReach']['names'];
  /** selects another name; without it the names are plain text */
  onChoose?: (name: string) => void;
}

/** Names on a farm's lots, with the number of lots. */
function FarmerNames({ title, names, onChoose }: FarmerNamesProps) {
  const { say } = useOfficeWords();
  return (
    <Box mb="4" fontSize="sm">
      <Box fontWeight="600">{title}</Box>
      <chakra.ul aria-label={title} listStyleType="none">
        {names.map(({ name, lots }) => (
          <chakra.li
            key={name}
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            columnGap="3"
            py="1"
            borderBottomWidth="1px"
            borderColor="line"
          >
            <Box minW="0" overflowWrap="anywhere">
              <bdi>{name}</bdi>{' '}
              <chakra.span color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
                {say('person.lotsOf', { lots })}
              </chakra.span>
            </Box>
            {onChoose !== undefined && (
              <Button
                variant="quiet"
                size="sm"
                flexShrink="0"
                aria-label={say('person.choose', { name })}
                onClick={() => onChoose(name)}
              >
                {say('person.chooseShort')}
              </Button>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
