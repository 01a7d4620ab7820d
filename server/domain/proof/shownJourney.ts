import { momentOf, type CommittedField, type EventContent } from '../ledger/content.ts';
import type { OpenedValue } from './shownFields.ts';

/** A stage as a page shows it. A detail or place that is null is not shown. */
export interface ShownStage {
  readonly stage: string;
  /** ISO 8601 */
  readonly timestamp: string | null;
  readonly location: string | null;
  readonly details: string | null;
}

export interface ComparedJourney {
  /** stages that are shown as they were recorded */
  same: number;
  /** the stages that differ, as text: stage, day, place, details */
  shown: string[];
  recorded: string[];
  /** a stage shows a text that the proof does not open */
  closed: boolean;
}

/** Compares the stages that are shown of a lot with its events, in their order. */
export function compareJourney(
  shown: readonly ShownStage[],
  contents: readonly EventContent[],
  opened: readonly OpenedValue[],
): ComparedJourney {
  const events = contents.filter(({ set }) => set.stage !== undefined);
  const result: ComparedJourney = { same: 0, shown: [], recorded: [], closed: false };
  // By event and field: a long chain opens many values.
  const values = new Map(opened.map(({ eventId, field, value }) => [`${eventId} ${field}`, value]));
  for (let i = 0; i < Math.max(shown.length, events.length); i += 1) {
    const step = shown[i];
    const event = events[i];
    const recorded = event && recordedStage(event, values);
    if (step && recorded) {
      result.closed ||= isClosed(step.details, recorded.details) || isClosed(step.location, recorded.location);
      if (isSame(step, recorded)) {
        result.same += 1;
        continue;
      }
    }
    if (step) result.shown.push(inText(step));
    if (recorded) result.recorded.push(inText(recorded));
  }
  return result;
}

/** undefined: the proof does not open it */
type Opened = string | null | undefined;

interface RecordedStage {
  stage: string;
  timestamp: string;
  location: Opened;
  details: Opened;
}

function recordedStage(content: EventContent, values: ReadonlyMap<string, unknown>): RecordedStage {
  const opened = (field: CommittedField): Opened => {
    if (content.commit[field] === undefined) return null;
    const value = values.get(`${content.eventId} ${field}`);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    stage: content.set.stage ?? '',
    timestamp: momentOf(content),
    location: opened('location'),
    details: opened('processDetails'),
  };
}

/** An erased or hidden value is neither opened nor shown. */
function isClosed(shown: string | null, recorded: Opened): boolean {
  return recorded === undefined && shown !== null;
}

function isSame(shown: ShownStage, recorded: RecordedStage): boolean {
  return (
    shown.stage === recorded.stage &&
    shown.timestamp !== null &&
    Date.parse(shown.timestamp) === Date.parse(recorded.timestamp) &&
    isSameText(shown.location, recorded.location) &&
    isSameText(shown.details, recorded.details)
  );
}

/** An empty text is shown as none. */
function isSameText(shown: string | null, recorded: Opened): boolean {
  return recorded === undefined || (shown ?? '') === (recorded ?? '');
}

function inText({ stage, timestamp, location, details }: ShownStage | RecordedStage): string {
  return [stage, timestamp?.slice(0, 10), location, details].filter(Boolean).join(' · ');
}
