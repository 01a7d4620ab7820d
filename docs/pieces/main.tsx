import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { DesignProvider } from '../../client/design/DesignProvider.tsx';
import { startScheme } from '../../client/design/scheme.ts';
import { WordsProvider } from '../../client/words/words.tsx';
import { PiecesPage } from './PiecesPage.tsx';
import '../../client/words/recordInEnglish.ts';
import '../../client/words/sharedInEnglish.ts';

startScheme();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

createRoot(root).render(
  <StrictMode>
    <WordsProvider>
      <DesignProvider>
        <MemoryRouter>
          <PiecesPage />
        </MemoryRouter>
      </DesignProvider>
    </WordsProvider>
  </StrictMode>,
);
