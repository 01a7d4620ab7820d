import { Box, chakra } from '@chakra-ui/react';
import type { Drawing } from '../../design/map/drawing.ts';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { Facts } from '../../design/Page.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { beansFrom, combinedFacts } from './facts.ts';
import type { OriginsOfBeans, PublicLot } from './publicAnswers.ts';
import { withinKm } from './words.ts';

export interface CombinedOriginProps {
  lot: PublicLot;
  origins: OriginsOfBeans;
  /** rendered by the server; null: drawn here */
  drawing: Drawing | null;
}

/** Farms of a lot that was made of others, without their names (docs/spec/public-pages.md, 'Lots made of others'). */
export default function CombinedOrigin({ lot, origins, drawing }: CombinedOriginProps) {
  const words = useVerifyWords();
  const { say, formatCountry } = words;
  const known = origins.shares.find(({ latitude, longitude }) => latitude !== null && longitude !== null);
  return (
    <>
      <Box fontSize="lg" fontWeight="600" mb="3" lineHeight="1.3">
        {beansFrom(words, origins)}
      </Box>
      {typeof known?.latitude === 'number' && typeof known.longitude === 'number' && (
        <Box mb="4" css={{ '@media print': { maxWidth: '14rem' } }}>
          <PlaceMap
            place={{ latitude: known.latitude, longitude: known.longitude }}
            others={origins.shares}
            withinKm={withinKm(lot)}
            drawing={drawing}
            title={say('combined.map', { lotId: lot.lotId })}
            countryName={formatCountry}
            loading={say('origin.mapLoading')}
          />
        </Box>
      )}
      <Facts items={combinedFacts(words, lot, origins)} />
      <Shares origins={origins} />
    </>
  );
}

const NUMBER = { textAlign: 'end', py: '1', fontVariantNumeric: 'tabular-nums' } as const;

function Shares({ origins: { shares, others } }: Pick<CombinedOriginProps, 'origins'>) {
  const { say, formatKg, formatPercent } = useVerifyWords();
  const rows = [
    ...shares.map((share, index) => ({ ...share, name: say('combined.farm', { number: index + 1 }) })),
    ...(others === null ? [] : [{ ...others, name: say('combined.others', { farms: others.farms }) }]),
  ];
  return (
    <chakra.details mt="4" fontSize="sm">
      <chakra.summary minH="11" display="list-item" py="3" cursor="pointer" fontWeight="500" borderRadius="control">
        {say('combined.shares')}
      </chakra.summary>
      <chakra.table w="full" css={{ borderCollapse: 'collapse' }}>
        <chakra.caption textAlign="start" color="fg.muted" pb="1">
          {say('combined.unnamed')}
        </chakra.caption>
        <tbody>
          {rows.map(({ name, weight, percent }) => (
            <chakra.tr key={name} borderTopWidth="1px" borderColor="line">
              <chakra.th scope="row" textAlign="start" fontWeight="400" py="1">
                {name}
              </chakra.th>
              <chakra.td {...NUMBER}>{formatKg(weight)}</chakra.td>
              <chakra.td {...NUMBER}>{formatPercent(percent)}</chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.details>
  );
}
