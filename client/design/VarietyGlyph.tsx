import { VARIETIES, VARIETY_EMOJI, type Variety } from '../../server/domain/lot/cacao.ts';

/** A pod: its outline, ridges, and a color token. Form and color differ, so that neither is needed alone. */
interface Pod {
  body: string;
  ridges?: string;
  color: string;
}

const ROUND = 'M12 3.5c4 0 6.5 3.6 6.5 8.2s-2.6 8.8-6.5 8.8-6.5-4.2-6.5-8.8S8 3.5 12 3.5Z';
const OVAL = 'M12 2.5c3.2 0 5 4 5 9s-2.2 10-5 10-5-5-5-10 1.8-9 5-9Z';
const POINTED = 'M12 2.5c3.6 0 5.6 3.4 5.6 7.6 0 5-3 8.6-5.6 11.9-2.6-3.3-5.6-6.9-5.6-11.9 0-4.2 2-7.6 5.6-7.6Z';
const CURVED =
  'M9 2.5c4.6-.6 8 3 8 8.4 0 4.6-2.4 8.4-6.4 11.1.6-2-.4-3.2-1.6-4.6C7 15 6 12.6 6 9.6c0-3.6 1.2-6.8 3-7.1Z';
const TWO_RIDGES = 'M9.5 5c-1.3 4.3-1.3 9.3 0 14M14.5 5c1.3 4.3 1.3 9.3 0 14';
const THREE_RIDGES = 'M12 4v16M8.6 6c-1 3.8-1 8.2 0 12M15.4 6c1 3.8 1 8.2 0 12';

const PODS: Record<Variety, Pod> = {
  Trinitario: { body: OVAL, ridges: TWO_RIDGES, color: 'pod' },
  Forastero: { body: ROUND, color: 'stage.drying' },
  Criollo: { body: CURVED, ridges: 'M10 5c-1.5 4-1.2 8 1 12', color: 'alarm' },
  Nacional: { body: ROUND, ridges: TWO_RIDGES, color: 'leaf' },
  'CCN-51': { body: POINTED, ridges: THREE_RIDGES, color: 'stage.shipped' },
  'TSH-565': { body: POINTED, ridges: 'M12 4v16', color: 'stage.fermented' },
  'ICS-1': { body: OVAL, ridges: THREE_RIDGES, color: 'sky' },
  Other: {
    body: 'M6 15c-2-4 1-10 6.5-10.5S21 8 19 12.5 9 20 6 15Z',
    ridges: 'M9 14.5c1.5-3 4-5.5 7-6.5',
    color: 'stage.other',
  },
};

/**
 * <VarietyGlyph variety={lot.cacaoVariety} name="Trinitario" />: a drawn pod, since many systems lack the emoji. These
 * stay as text behind it; an unknown variety looks like 'Other'. Screen readers get the name elsewhere.
 */
export function VarietyGlyph({ variety, name }: { variety: string; name: string }) {
  const known = VARIETIES.find((one) => one === variety) ?? 'Other';
  const { body, ridges, color } = PODS[known];
  return (
    <span className="variety-glyph" aria-hidden title={name}>
      <svg viewBox="0 0 24 24" width="18" height="18" data-ink={color}>
        <path
          d={body}
          fill="currentColor"
          fillOpacity="0.22"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
        {ridges !== undefined && (
          <path d={ridges} fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="round" />
        )}
      </svg>
      <span className="sr-only">{VARIETY_EMOJI[known]}</span>
    </span>
  );
}
