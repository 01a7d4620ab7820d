import { chakra } from '@chakra-ui/react';
import mark from './mark.svg';

/** The product's logo, a cacao pod; decorative. */
export function Mark({ size = '2rem' }: { size?: string }) {
  return <chakra.img src={mark} alt="" boxSize={size} flexShrink="0" />;
}
