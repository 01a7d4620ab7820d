import { Box, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * <EmptyState scene={<Scene name="noAlerts" />} title="No Active Alerts" action={<Button/>}>what it is for</EmptyState>:
 * placeholder for an empty list or view; `icon` where there is no space for a drawing.
 */
export interface EmptyStateProps {
  icon?: LucideIcon;
  /** a `Scene`; not imported here, so that pages without one do not load the drawings */
  scene?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, scene, title, children, action }: EmptyStateProps) {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="2" py="10" px="4">
      {Icon !== undefined && (
        <Box color="fg.muted">
          <Icon aria-hidden size={32} strokeWidth={1.5} />
        </Box>
      )}
      {scene}
      <Box fontWeight="600">{title}</Box>
      {children !== undefined && (
        <Box color="fg.muted" fontSize="sm" maxW="28rem">
          {children}
        </Box>
      )}
      {action !== undefined && <Box mt="2">{action}</Box>}
    </Flex>
  );
}
