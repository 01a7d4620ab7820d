import { useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useOpenOver } from './Commands.tsx';
import { isAt, STAFF_PAGES } from './navigation.ts';

/** To whoever asked for an address that shows nothing, or nothing to them: why the dashboard is here instead, and how to find what they meant. */
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
