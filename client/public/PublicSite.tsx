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

/** The zone that the server writes moments in, which is not the reader's. */
export const SERVER_ZONE = 'UTC';

export interface PublicSiteProps {
  places: Places;
  Page: ComponentType;
  state: PageState;
  given: GivenLot | null;
}

/**
 * A public page with all that stands around it. Its first picture is that of the server; then
 * the reader’s time zone and the address that the site was reached at take the place of the server’s.
 */
export function PublicSite({ places, Page, state, given }: PublicSiteProps) {
  const [alive, setAlive] = useState(false);
  // Not at once, which would draw all of the page in one go.
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

/** A new step begins at its top; where Back leads, the browser knows the place itself. */
function FromTheTop() {
  const place = usePlace();
  useLayoutEffect(() => {
    if (place.by === 'step') scrollTo(0, 0);
  }, [place]);
  return null;
}
