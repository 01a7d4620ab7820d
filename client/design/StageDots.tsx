import { isStage, STAGES, stagePosition } from '../../server/domain/lot/stages.ts';
import { inWords } from '../words/format.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { stageColor } from './Badge.tsx';

/** px */
const STEP = 9;
const RADIUS = 3;

/** <StageDots stage="drying" />: the stage's name behind six dots, filled up to it. An unknown stage has no dots. */
export function StageDots({ stage }: { stage: string }) {
  const { say } = useSharedWords();
  if (!isStage(stage)) return <span className="line">{inWords(stage)}</span>;
  const position = stagePosition(stage);
  return (
    <span className="stage-dots">
      <svg aria-hidden width={STEP * STAGES.length} height={RADIUS * 2 + 2} data-ink={stageColor(stage)}>
        {STAGES.map((name, at) => (
          <circle
            key={name}
            cx={at * STEP + RADIUS + 1}
            cy={RADIUS + 1}
            r={RADIUS - 0.5}
            fill={at <= position ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1"
          />
        ))}
      </svg>
      {say(`stage.${stage}`)}
    </span>
  );
}
