import { TRAIL_ACTIONS } from '../../../../server/domain/lot/lotTrail.ts';
import type { TrailEntryFragment } from '../../../graphql/generated.ts';
import type { LotWords } from '../../../words/lotWords.ts';
import { actionName } from '../../../words/recordInWords.ts';

type TrailAction = (typeof TRAIL_ACTIONS)[keyof typeof TRAIL_ACTIONS][number];

const ACTIONS: ReadonlySet<string> = new Set<TrailAction>(Object.values(TRAIL_ACTIONS).flat());
const isTrailAction = (action: string): action is TrailAction => ACTIONS.has(action);

type Told = Pick<TrailEntryFragment, 'action' | 'stage' | 'text' | 'subject'>;

/** What happened, in a few words: with the number of a consignment, the title of a document or the assigned person. */
export function trailTitle(words: LotWords, { action, stage, text, subject }: Told): string {
  if (!isTrailAction(action)) return actionName(words, action, stage);
  const { say } = words;
  const name = subject?.name ?? say('trail.erased');
  if (action === 'alert.assigned') {
    return text === null ? say('trail.unassigned') : say('trail.alert.assigned', { name: text });
  }
  if (action.startsWith('alert.') || action.startsWith('lot.')) return say(`trail.${action}`);
  return say(`trail.${action}`, { name });
}

/** What was written or taken; null where the title tells it all. */
export function trailText({ say }: LotWords, { action, text }: Pick<Told, 'action' | 'text'>): string | null {
  switch (action) {
    case 'alert.assigned':
      return null;
    case 'alert.commented':
    case 'alert.file-added':
    case 'alert.file-removed':
      return text ?? say('trail.erased');
    case 'lot.paper-read':
      return text === 'dossier' || text === 'evidence' || text === 'evidence-picture' || text === 'qr-sheet'
        ? say(`trail.paper.${text}`)
        : null;
    case 'lot.exported':
      return text === null ? null : text.toUpperCase();
    default:
      return text;
  }
}
