import { LoaderCircle } from 'lucide-react';
import { chakra } from '@chakra-ui/react';

const Turning = chakra(LoaderCircle);

/** A rotating ring; decorative, because the text beside it describes the activity. */
export function Spinner() {
  return <Turning aria-hidden boxSize="1.125rem" strokeWidth={1.75} animation="turn 900ms linear infinite" />;
}
