import { Box, chakra, Flex, type FlexProps } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSharedWords } from '../words/sharedWords.ts';
import { IconButton } from './Button.tsx';

/*
 * <Banner tone="alarm" title="Application Error" onDismiss={clear} action={<Button/>}>{message}</Banner>
 * alarm (default) and pod interrupt (role alert), leaf and sky only inform (role status).
 */
export interface BannerProps extends Omit<FlexProps, 'title'> {
  tone?: 'alarm' | 'pod' | 'leaf' | 'sky';
  title?: string;
  onDismiss?: () => void;
  action?: ReactNode;
  icon?: LucideIcon;
}

const ICONS: Record<NonNullable<BannerProps['tone']>, LucideIcon> = {
  alarm: CircleAlert,
  pod: TriangleAlert,
  leaf: CircleCheck,
  sky: Info,
};

export function Banner({ tone = 'alarm', title, onDismiss, action, icon, children, ...rest }: BannerProps) {
  const { say } = useSharedWords();
  const Icon = icon ?? ICONS[tone];
  return (
    <Flex
      role={tone === 'alarm' || tone === 'pod' ? 'alert' : 'status'}
      align="center"
      wrap={action === undefined ? undefined : 'wrap'}
      columnGap="3"
      rowGap="2"
      px="4"
      py="2"
      minH="12"
      bg={`${tone}.subtle`}
      color={tone}
      borderWidth="1px"
      borderColor={tone}
      borderRadius="control"
      fontSize="sm"
      {...rest}
    >
      {/* On narrow screens the action goes below the text, which would otherwise have only a few words a line. */}
      <Flex align="center" gap="3" flex={action === undefined ? '1' : '1 1 15rem'} minW="0">
        <Box flexShrink="0">
          <Icon aria-hidden size={20} strokeWidth={1.75} />
        </Box>
        <Box flex="1" minW="0" overflowWrap="anywhere">
          {title !== undefined && <chakra.strong display="block">{title}</chakra.strong>}
          {children}
        </Box>
      </Flex>
      {action}
      {onDismiss !== undefined && <IconButton label={say('banner.dismiss')} icon={<X />} onClick={onDismiss} />}
    </Flex>
  );
}
