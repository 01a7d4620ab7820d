import { useOfficeWords } from '../../words/adminMessages.ts';
import { useShownOnce } from '../admin-shared/useShownOnce.tsx';

/** Shows a link that is to be handed over, once, in the dialog that made it. @param link null: not made yet */
export function useLinkShown(link: string | null, onClose: () => void): ReturnType<typeof useShownOnce> {
  const { say } = useOfficeWords();
  return useShownOnce(
    link,
    {
      name: say('accountLink.name'),
      title: say('accountLink.once'),
      text: say('accountLink.onceText'),
      kept: say('accountLink.kept'),
      keepFirst: say('accountLink.keepFirst'),
      done: say('keyMade.done'),
    },
    onClose,
  );
}
