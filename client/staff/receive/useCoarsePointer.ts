import { useMediaQuery } from '../../design/useMediaQuery.ts';

/** Whether the device is used by touch, such as a tablet or a phone. */
export function useCoarsePointer(): boolean {
  return useMediaQuery('(pointer: coarse)');
}
