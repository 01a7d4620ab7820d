import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { DesignProvider } from './design/DesignProvider.tsx';
import { startScheme } from './design/scheme.ts';
import { router } from './routes.tsx';
import { WordsProvider } from './words/words.tsx';

startScheme();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

createRoot(root).render(
  <StrictMode>
    <WordsProvider>
      <DesignProvider>
        <RouterProvider router={router} />
      </DesignProvider>
    </WordsProvider>
  </StrictMode>,
);
