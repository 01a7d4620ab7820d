import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowRight, Smartphone, Sprout, Store, Truck } from 'lucide-react';
import { use, useEffect, useRef } from 'react';
import { AnchorButton } from '../../design/Button.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { VerdictPanel } from '../verify/VerdictPanel.tsx';
import { useInLanguage } from '../pageAddress.ts';
import { Offers } from '../siteOffers.ts';
import { EXAMPLE_LOT } from './exampleLot.ts';
import { PlainLink } from './PlainLink.tsx';
import { WIDE } from './Section.tsx';

/** The demo lot that the page links to (docs/spec/demo-data.md, 'Fixed lots'). */
const DEMO_LOT = 'LOT701';

/** The product, its audience, its proof and a link to try it, visible without scrolling. */
export function Hero() {
  const { say } = useLandingWords();
  return (
    <chakra.section id="home" aria-labelledby="home-title" tabIndex={-1} position="relative" outline="none">
      <HeroDecoration />
      <Box {...WIDE} position="relative" pt={{ base: '24', md: '9rem' }} pb={{ base: '14', md: '20' }}>
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 6fr) minmax(0, 5fr)' }}
          gap={{ base: '10', lg: '16' }}
          alignItems="center"
        >
          <Box>
            <chakra.h1
              id="home-title"
              fontFamily="display"
              fontSize={{ base: '2.25rem', sm: '3xl', xl: '3.5rem' }}
              fontWeight="500"
              letterSpacing="-0.02em"
              lineHeight="1.06"
              textWrap="balance"
            >
              {say('landing.title')}
            </chakra.h1>
            <Box
              mt="5"
              maxW="34rem"
              color="fg.muted"
              fontSize={{ base: 'md', sm: 'lg' }}
              lineHeight="1.5"
              textWrap="pretty"
            >
              {say('landing.lead')}
            </Box>
            <Flex mt="7" gap="3" wrap="wrap" _print={{ display: 'none' }}>
              <AnchorButton href="#contact" size="lg">
                {say('landing.trial')}
              </AnchorButton>
              <AnchorButton href="#features" size="lg" variant="secondary">
                {say('landing.more')}
              </AnchorButton>
            </Flex>
            <TryLink />
          </Box>
          <chakra.figure>
            <chakra.figcaption mb="2" fontSize="sm" color="fg.muted">
              {say('landing.example')}
            </chakra.figcaption>
            <Box bg="bg" borderRadius="panel">
              <VerdictPanel as="h2" answer={EXAMPLE_LOT} now={null} focused={false} />
            </Box>
          </chakra.figure>
        </Box>
        <chakra.h2 mt={{ base: '12', md: '20' }} mb={{ base: '5', md: '10' }} fontSize="lg" fontWeight="600">
          {say('way.title')}
        </chakra.h2>
        <BeanFlow />
      </Box>
    </chakra.section>
  );
}

/** Links to a demo lot if there are demo lots, else to the lot search. */
function TryLink() {
  const { say } = useLandingWords();
  const { demoLots } = use(Offers);
  const inLanguage = useInLanguage();
  return (
    <Flex mt="3" columnGap="1.5" wrap="wrap" align="center" fontSize="sm">
      {say('landing.proof')}
      <PlainLink
        href={inLanguage(demoLots ? `/verify/${DEMO_LOT}` : '/verify')}
        gap="1"
        color="brand"
        fontWeight="600"
        textDecoration="underline"
      >
        {demoLots ? say('landing.tryDemo', { lotId: DEMO_LOT }) : say('landing.try')}
        <ArrowRight aria-hidden size={16} strokeWidth={1.75} />
      </PlainLink>
    </Flex>
  );
}

/**
 * The animated chain and particles behind the hero: decorative, loaded after the page, and disabled for reduced motion.
 */
function HeroDecoration() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    let stop: (() => void) | null = null;
    let isWanted = true;
    const begin = async (): Promise<void> => {
      if (calm.matches || stop !== null) return;
      const { decorate } = await import('./decorate.ts');
      if (isWanted && !calm.matches && stop === null && canvas.current !== null) stop = decorate(canvas.current);
    };
    const quietly = (): void => void begin().catch(() => undefined);
    const changed = (): void => {
      stop?.();
      stop = null;
      quietly();
    };
    // Load after all content.
    if (document.readyState === 'complete') setTimeout(quietly);
    else addEventListener('load', quietly, { once: true });
    calm.addEventListener('change', changed);
    return () => {
      isWanted = false;
      removeEventListener('load', quietly);
      calm.removeEventListener('change', changed);
      stop?.();
    };
  }, []);
  return (
    <chakra.canvas
      ref={canvas}
      aria-hidden
      position="absolute"
      inset="0"
      w="full"
      h="full"
      color="brand"
      pointerEvents="none"
      _print={{ display: 'none' }}
    />
  );
}

const STEPS = [
  { name: 'origin', icon: Sprout },
  { name: 'transport', icon: Truck },
  { name: 'retail', icon: Store },
  { name: 'consumer', icon: Smartphone },
] as const;

/** The path of a bean in four steps, side by side on wide screens. */
function BeanFlow() {
  const { say } = useLandingWords();
  return (
    <chakra.ol listStyleType="none" display="grid" gridTemplateColumns={{ base: '1fr', md: 'repeat(4, 1fr)' }}>
      {STEPS.map(({ name, icon: Icon }) => (
        <chakra.li
          key={name}
          position="relative"
          display={{ base: 'grid', md: 'block' }}
          gridTemplateColumns="2.75rem 1fr"
          columnGap="4"
          pb={{ base: '6', md: '0' }}
          pe={{ md: '6' }}
          borderTopWidth={{ md: '1px' }}
          borderColor="edge"
          // The consumer is the last step.
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
            <chakra.h3 fontWeight="600">{say(`way.${name}`)}</chakra.h3>
            <Box fontSize="sm" color="fg.muted">
              {say(`way.${name}Text`)}
            </Box>
          </Box>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}
