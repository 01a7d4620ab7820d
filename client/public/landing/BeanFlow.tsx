import { Box, chakra } from '@chakra-ui/react';
import { Smartphone, Sprout, Store, Truck, type LucideIcon } from 'lucide-react';

const STAGES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Sprout, title: 'Origin', text: 'A farmer registers a lot at harvest. Satellites are asked about the place.' },
  { icon: Truck, title: 'Transport', text: 'Fermenting, drying and shipping are each recorded as they happen.' },
  { icon: Store, title: 'Retail', text: 'The lot’s number and QR code travel on every pack.' },
  { icon: Smartphone, title: 'Consumer', text: 'Whoever buys it scans the code and reads the record.' },
];

/** The way of a bean in four steps, side by side where there is room. */
export function BeanFlow() {
  return (
    <chakra.ol listStyleType="none" display="grid" gridTemplateColumns={{ base: '1fr', md: 'repeat(4, 1fr)' }}>
      {STAGES.map(({ icon: Icon, title, text }) => (
        <chakra.li
          key={title}
          position="relative"
          display={{ base: 'grid', md: 'block' }}
          gridTemplateColumns="2.75rem 1fr"
          columnGap="4"
          pb={{ base: '6', md: '0' }}
          pe={{ md: '6' }}
          borderTopWidth={{ md: '1px' }}
          borderColor="edge"
          // The way ends at the consumer.
          _last={{ pb: '0', borderTopColor: 'transparent', '& > [data-line]': { display: 'none' } }}
        >
          <Box
            data-line=""
            hideFrom="md"
            position="absolute"
            insetStart="calc(1.375rem - 1px)"
            top="2.75rem"
            bottom="0"
            borderInlineStartWidth="1px"
            borderColor="edge"
          />
          <Box
            display="grid"
            placeItems="center"
            boxSize="11"
            mt={{ md: '-1.375rem' }}
            bg="bg"
            color="brand"
            borderWidth="1px"
            borderColor="edge"
            borderRadius="full"
          >
            <Icon aria-hidden size={20} strokeWidth={1.75} />
          </Box>
          <Box mt={{ base: '0.5', md: '4' }}>
            <chakra.h3 fontWeight="600">{title}</chakra.h3>
            <Box fontSize="sm" color="fg.muted">
              {text}
            </Box>
          </Box>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
