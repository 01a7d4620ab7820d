import { LoaderCircle } from 'lucide-react';
import { chakra } from '@chakra-ui/react';

const Turning = chakra(LoaderCircle);

/** A turning ring, decoration only: the words beside it say what is going on. */
export function Spinner() {
  return <Turning aria-hidden boxSize="1.125rem" strokeWidth={1.75} animation="turn 900ms linear infinite" />;
}
