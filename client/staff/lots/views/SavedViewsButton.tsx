import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../design/Button.tsx';
import { lazyPart } from '../../../design/lazyPart.ts';
import type { ColumnChoices } from '../../../design/table/columns.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { LotListState } from '../list/lotList.ts';
import { viewQuery } from './viewAddress.ts';

const SavedViewsDialog = lazyPart(() => import('./SavedViewsDialog.tsx'));

/** Opens saved views, and saves the present one. */
export function SavedViewsButton({ state, choices }: { state: LotListState; choices: ColumnChoices }) {
  const { say } = useLotListWords();
  // Null until it is opened first: its code is loaded then.
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bookmark aria-hidden />
        {say('views.button')}
      </Button>
      {open !== null && (
        <Suspense>
          <SavedViewsDialog open={open} onClose={() => setOpen(false)} query={viewQuery(state, choices)} />
        </Suspense>
      )}
    </>
  );
}
