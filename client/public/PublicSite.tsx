import { useLayoutEffect, useSyncExternalStore, type ComponentType } from 'react';
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import type { PageState } from '../../server/domain/publicPages.ts';
import { ErrorBoundary } from '../design/ErrorBoundary.tsx';
import { PlainDesignProvider } from '../design/PlainDesignProvider.tsx';
import { reportError } from '../reportError.ts';
import { SiteOrigin } from '../siteOrigin.ts';
import { WordsProvider } from '../words/words.tsx';
import { pageAt, type PageName } from './pages.ts';
import { Offers } from './siteOffers.ts';
import { Given, type GivenLot } from './verify/givenLot.ts';

/** The zone that the server writes moments in, which is not the reader's. */
export const SERVER_ZONE = 'UTC';

export interface PublicSiteProps {
  page: PageName;
  Page: ComponentType;
  state: PageState;
  given: GivenLot | null;
}

/**
 * A public page with all that stands around it, below a router. Its first picture is that of the server; before it is
 * painted anew, the reader's time zone and the address that the site was reached at take the place of the server's.
 */
export function PublicSite({ page, Page, state, given }: PublicSiteProps) {
  const alive = useSyncExternalStore(nothingToWatch, isAlive, isDrawn);
  return (
    <WordsProvider locale={state.locale} timeZone={alive ? undefined : SERVER_ZONE}>
      <PlainDesignProvider>
        <ErrorBoundary onError={(error) => void reportError(error)}>
          <SiteOrigin value={alive ? location.origin : state.origin}>
            <Offers value={state.offers}>
              <Given value={given}>
                <FromTheTop />
                <Routes>
                  <Route path={page === 'verify' ? '/verify/:lotId?' : '*'} element={<Page />} />
                  <Route path="*" element={<Elsewhere />} />
                </Routes>
              </Given>
            </Offers>
          </SiteOrigin>
        </ErrorBoundary>
      </PlainDesignProvider>
    </WordsProvider>
  );
}

/** False while a page is drawn by the server, and while the browser draws the same once more; true ever after. */
const isAlive = (): boolean => true;
const isDrawn = (): boolean => false;
const nothingToWatch = () => () => undefined;

/** How the router calls the place that a document begins at. */
const FIRST = 'default';

/** A new step begins at its top; where Back leads, the browser knows the place itself. */
function FromTheTop() {
  const { key } = useLocation();
  const kind = useNavigationType();
  useLayoutEffect(() => {
    if (kind === NavigationType.Push && key !== FIRST) scrollTo(0, 0);
  }, [key, kind]);
  return null;
}

/** Another page: its document is the server's to give. */
function Elsewhere() {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    if (pageAt(pathname)?.name !== 'verify') location.reload();
  }, [pathname]);
  return null;
}
