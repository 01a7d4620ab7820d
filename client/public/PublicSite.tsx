import { startTransition, useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import type { PageState } from '../../server/domain/public/publicPages.ts';
import { ErrorBoundary } from '../design/ErrorBoundary.tsx';
import { PlainDesignProvider } from '../design/PlainDesignProvider.tsx';
import { reportError } from '../reportError.ts';
import { SiteOrigin } from '../siteOrigin.ts';
import { WordsProvider } from '../words/words.tsx';
import { Alive } from './hydratedContext.ts';
import { PlacesHere, usePlace, type Places } from './navigation.ts';
import { Offers } from './siteOffers.ts';
import { Given, type GivenLot } from './verify/givenLot.ts';

/** Time zone of server rendering, which may differ from the reader's. */
export const SERVER_ZONE = 'UTC';

export interface PublicSiteProps {
  places: Places;
  Page: ComponentType;
  state: PageState;
  given: GivenLot | null;
}

/**
 * A public page with its providers and frame. The first render matches the server's; then the reader's time zone and
 * the site's address replace the server's.
 */
export function PublicSite({ places, Page, state, given }: PublicSiteProps) {
  const [alive, setAlive] = useState(false);
  // As a transition, so that the page does not render in one long task.
  useEffect(() => startTransition(() => setAlive(true)), []);
  return (
    <WordsProvider locale={state.locale} timeZone={alive ? undefined : SERVER_ZONE} namesZone={!alive}>
      <PlainDesignProvider>
        <Alive value={alive}>
          <ErrorBoundary onError={(error) => void reportError(error)}>
            <SiteOrigin value={alive ? location.origin : state.origin}>
              <Offers value={state.offers}>
                <Given value={given}>
                  <PlacesHere value={places}>
                    <FromTheTop />
                    <Page />
                  </PlacesHere>
                </Given>
              </Offers>
            </SiteOrigin>
          </ErrorBoundary>
        </Alive>
      </PlainDesignProvider>
    </WordsProvider>
  );
}

/** Scrolls a new step to the top; for Back the browser restores the position. */
function FromTheTop() {
  const place = usePlace();
  useLayoutEffect(() => {
    if (place.by === 'step') scrollTo(0, 0);
  }, [place]);
  return null;
}
