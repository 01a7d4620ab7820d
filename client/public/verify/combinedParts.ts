import { createContext, type ComponentType } from 'react';
import { lazyPart } from '../../design/lazyPart.ts';
import type { CombinedOriginProps } from './CombinedOrigin.tsx';
import type { OriginsDrawingProps } from './OriginsDrawing.tsx';

/** What only the page of a lot that was made of others shows. */
export interface CombinedParts {
  Origin: ComponentType<CombinedOriginProps>;
  Way: ComponentType<OriginsDrawingProps>;
}

/** Lazy, so not part of the scripts of other lots. The server provides the components themselves. */
export const CombinedPartsHere = createContext<CombinedParts>({
  Origin: lazyPart(() => import('./CombinedOrigin.tsx')),
  Way: lazyPart(() => import('./OriginsDrawing.tsx')),
});
