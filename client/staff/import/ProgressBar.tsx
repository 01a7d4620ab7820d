import { Box } from '@chakra-ui/react';

interface ProgressBarProps {
  label: string;
  /** finished part, 0 to 1; null while it is not known */
  share: number | null;
}

/**
 * A bar that is as full as the work is. Native progress elements with a size of their own are drawn full in some
 * browsers, whatever their value.
 */
export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = share === null ? undefined : Math.floor(share * 100);
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      h="2"
      bg="bg.sunken"
      borderRadius="full"
      overflow="hidden"
    >
      <Box
        h="full"
        bg="leaf.solid"
        borderRadius="full"
        style={{ width: percent === undefined ? '30%' : `${percent}%` }}
        css={
          percent === undefined
            ? {
                animation: 'importWaiting 1.6s ease-in-out infinite alternate',
                '@keyframes importWaiting': { from: { marginInlineStart: '0' }, to: { marginInlineStart: '70%' } },
                '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
              }
            : { transition: 'width 0.2s' }
        }
      />
    </Box>
  );
}
