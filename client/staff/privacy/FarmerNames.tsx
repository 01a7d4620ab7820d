import { Box, chakra } from '@chakra-ui/react';
import { Button } from '../../design/Button.tsx';
import type { FarmerReachQuery } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';

interface FarmerNamesProps {
  title: string;
  names: FarmerReachQuery['farmerReach']['names'];
  /** selects another name; without it the names are plain text */
  onChoose?: (name: string) => void;
}

/** Names on a farm's lots, with the number of lots. */
export function FarmerNames({ title, names, onChoose }: FarmerNamesProps) {
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
