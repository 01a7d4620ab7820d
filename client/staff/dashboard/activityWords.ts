import {
  ClipboardCheck,
  CircleAlert,
  Eraser,
  PencilLine,
  Plus,
  Satellite,
  Sprout,
  type LucideIcon,
} from 'lucide-react';
import type { ToneName } from '../../design/colors.ts';
import type { ActivityEntryFragment } from '../../graphql/generated.ts';
import type { StaffWords } from '../../words/staffWords.ts';
import { statusWord } from '../statusLabels.ts';

/** An event of a lot, as shown on the dashboard. */
export interface Deed {
  text: string;
  icon: LucideIcon;
  tone: ToneName;
}

/**
 * Describes an entry with a past-tense verb. A check is described by its result, which is the lot's status. An unknown
 * event counts as a change.
 */
export function deedOf(words: StaffWords, { action, stage, deforestationStatus }: ActivityEntryFragment): Deed {
  const { say } = words;
  switch (action) {
    case 'created':
      return { text: say('activity.created'), icon: Plus, tone: 'leaf' };
    case 'stage':
      return { text: say('activity.stage', { stage: say(`stage.${stage}`) }), icon: Sprout, tone: 'brand' };
    case 'satellite':
      return checked(words, deforestationStatus);
    case 'reviewed': {
      const status = statusWord(words, deforestationStatus);
      return { text: say('activity.reviewed', { status }), icon: ClipboardCheck, tone: 'sky' };
    }
    case 'erased':
      return { text: say('activity.erased'), icon: Eraser, tone: 'sky' };
    case 'alert raised':
      return { text: say('activity.alertRaised'), icon: CircleAlert, tone: 'alarm' };
    case 'alert acknowledged':
      return { text: say('activity.alertAcknowledged'), icon: ClipboardCheck, tone: 'sky' };
    case 'alert resolved':
      return { text: say('activity.alertResolved'), icon: ClipboardCheck, tone: 'leaf' };
    case 'alert dismissed':
      return { text: say('activity.alertDismissed'), icon: ClipboardCheck, tone: 'sky' };
    case 'edited':
      return { text: say('activity.edited'), icon: PencilLine, tone: 'brand' };
    default:
      return { text: say('activity.changed'), icon: PencilLine, tone: 'brand' };
  }
}

function checked({ say }: StaffWords, status: string): Deed {
  switch (status) {
    case 'No Deforestation':
      return { text: say('activity.checked'), icon: Satellite, tone: 'leaf' };
    case 'Deforestation Detected':
      return { text: say('activity.lossFound'), icon: CircleAlert, tone: 'alarm' };
    case 'Pending Review':
      return { text: say('activity.undecided'), icon: Satellite, tone: 'pod' };
    default:
      return { text: say('activity.checkedAgain'), icon: Satellite, tone: 'sky' };
  }
}
