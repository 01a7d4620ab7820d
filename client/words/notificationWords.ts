import messages from '../../messages/en/notifications.json';
import type { NotificationsMessages } from '../../messages/types.ts';
import { addWords } from './language.ts';
import './staffWords.ts';
import type { StaffCatalogue } from './staffWords.ts';
import { areaWords } from './words.tsx';

/* Messages of notifications: loaded with their panel, not with the shell. */
addWords('en', messages);

export const { useWords: useNotificationWords } = areaWords<StaffCatalogue & NotificationsMessages>();
