import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  Factory,
  FlaskConical,
  Info,
  PackageCheck,
  Search,
  Ship,
  Sprout,
  Sun,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { DEFORESTATION_STATUSES, type DeforestationStatus } from '../../server/domain/forest/deforestation.ts';
import { isStage, type Stage } from '../../server/domain/lot/stages.ts';
import type { AlertSeverity } from '../../server/domain/alert/alerts.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { stageWording, STATUS_WORDS } from '../words/terms.ts';
import { STAGE_TONES, type ToneName } from './colors.ts';

/*
 * Icon and word, never color alone.
 * <Badge tone="leaf" icon={Check}>Recorded</Badge>   any tone, or none for a quiet grey
 * <StageBadge stage="drying" />                     docs/spec/lots-and-stages.md, 'Stages'; an unknown stage is grey
 * <StatusBadge status={lot.deforestationStatus} /> the status itself; `ComplianceBadge` shows compliance
 * <SeverityBadge severity="high" />                 high red, medium yellow, low blue
 */
export function Badge({ tone, icon, children }: { tone?: ToneName; icon?: LucideIcon; children: ReactNode }) {
  return (
    <Pill tone={tone ?? 'stage.other'} icon={icon}>
      {children}
    </Pill>
  );
}

/** Styled by `rowLooks.ts`. */
function Pill({ tone, icon: Icon, children }: { tone: string; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {Icon !== undefined && <Icon aria-hidden size={14} strokeWidth={1.75} />}
      {children}
    </span>
  );
}

/** The icon of a stage, shown beside its name. */
export const STAGE_ICONS: Record<Stage, LucideIcon> = {
  harvested: Sprout,
  fermented: FlaskConical,
  drying: Sun,
  processed: Factory,
  shipped: Ship,
  delivered: PackageCheck,
};

/** The color token of a stage; `${stageColor(stage)}.subtle` is its background. */
export function stageColor(stage: string): string {
  return `stage.${STAGE_TONES.find((tone) => tone === stage) ?? 'other'}`;
}

export function StageBadge({ stage }: { stage: string }) {
  const words = useSharedWords();
  return (
    <Pill tone={stageColor(stage)} icon={isStage(stage) ? STAGE_ICONS[stage] : CircleHelp}>
      {stageWording(words, stage)}
    </Pill>
  );
}

const COMPLIANCE: Record<DeforestationStatus, { tone: ToneName; icon: LucideIcon }> = {
  'No Deforestation': { tone: 'leaf', icon: CircleCheck },
  'Deforestation Detected': { tone: 'alarm', icon: CircleAlert },
  'Pending Review': { tone: 'pod', icon: Clock },
  'Under Investigation': { tone: 'pod', icon: Search },
};

/** Tone and icon of a deforestation status; an unknown status looks pending. */
export function lookOfStatus(status: string): { known?: DeforestationStatus; tone: ToneName; icon: LucideIcon } {
  const known = DEFORESTATION_STATUSES.find((candidate) => candidate === status);
  return known === undefined ? { tone: 'pod', icon: CircleHelp } : { known, ...COMPLIANCE[known] };
}

/** @param isSample the status is based on sample data, so it must not look like a real result */
export function StatusBadge({ status, isSample = false }: { status: string; isSample?: boolean }) {
  const { say } = useSharedWords();
  const { known, tone, icon } = lookOfStatus(status);
  return (
    <Badge tone={isSample ? 'sky' : tone} icon={icon}>
      {known === undefined ? status : say(STATUS_WORDS[known])}
    </Badge>
  );
}

export const SEVERITY_TONES: Record<AlertSeverity, ToneName> = { high: 'alarm', medium: 'pod', low: 'sky' };
const SEVERITY_ICONS: Record<AlertSeverity, LucideIcon> = { high: CircleAlert, medium: TriangleAlert, low: Info };

export function SeverityBadge({ severity }: { severity: AlertSeverity }) {
  const { say } = useSharedWords();
  return (
    <Badge tone={SEVERITY_TONES[severity]} icon={SEVERITY_ICONS[severity]}>
      {say(`severity.${severity}`)}
    </Badge>
  );
}
