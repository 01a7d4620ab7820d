import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { DesignProvider } from './design/DesignProvider.tsx';
import { startScheme } from './design/scheme.ts';
import { routes } from './routes.tsx';
import { SiteOrigin } from './siteOrigin.ts';
import './words/sharedInEnglish.ts';
import { WordsProvider } from './words/words.tsx';

startScheme();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

const router = createBrowserRouter(routes);
createRoot(root).render(
  <StrictMode>
    <WordsProvider>
      <DesignProvider>
        <SiteOrigin value={location.origin}>
          <RouterProvider router={router} />
        </SiteOrigin>
      </DesignProvider>
    </WordsProvider>
  </StrictMode>,
);
