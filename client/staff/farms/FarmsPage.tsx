import { Navigate, useLocation } from 'react-router-dom';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { Scene } from '../../design/Scene.tsx';
import { useFarmWords } from '../../words/farmWords.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';
import { FarmChooser } from './FarmChooser.tsx';
import { FarmPage } from './FarmPage.tsx';
import { farmAt, farmPath } from './farmAddress.ts';

/** A farm's page, or the list of farms. Users with one farm go directly to it. */
export default function FarmsPage() {
  const { say } = useFarmWords();
  const { pathname } = useLocation();
  const { farmId: own } = useUser();
  const seesAll = useMay('view_all_lots');
  const farmId = farmAt(pathname);
  if (farmId !== null) return <FarmPage key={farmId} farmId={farmId} />;
  if (seesAll) return <FarmChooser />;
  if (own !== '') return <Navigate to={farmPath(own)} replace />;
  return (
    <Page title={say('farms.title')}>
      <Panel>
        <EmptyState scene={<Scene name="noFarms" />} title={say('farms.noFarm')}>
          {say('farms.noFarmHint')}
        </EmptyState>
      </Panel>
    </Page>
  );
}
