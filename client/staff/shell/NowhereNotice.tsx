import { useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useOpenOver } from './Commands.tsx';
import { isAt, STAFF_PAGES } from './navigation.ts';

/**
 * Shown on the dashboard after a request for an unknown or forbidden address: explains the redirect and how to search.
 */
export default function NowhereNotice({ address }: { address: string }) {
  const { say } = useStaffWords();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const openOver = useOpenOver();
  const page = STAFF_PAGES.find((one) => isAt(one, address));
  return (
    <Banner
      tone="pod"
      mb="5"
      title={page === undefined ? say('nowhere.title', { address }) : say('nowhere.noRight', { page: say(page.label) })}
      action={
        <Button variant="secondary" size="sm" onClick={() => openOver('palette')}>
          {say('nowhere.search')}
        </Button>
      }
      onDismiss={() => void navigate({ pathname, search }, { replace: true, state: null })}
    >
      {page === undefined ? say('nowhere.text') : say('nowhere.noRightText')}
    </Banner>
  );
}
