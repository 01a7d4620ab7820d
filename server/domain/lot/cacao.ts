/** Varieties offered in the lot forms (docs/spec/lots-and-stages.md, 'Fields'). */
export const VARIETIES = [
  'Trinitario',
  'Forastero',
  'Criollo',
  'Nacional',
  'CCN-51',
  'TSH-565',
  'ICS-1',
  'Other',
] as const;
export type Variety = (typeof VARIETIES)[number];

/** Certifications offered in the lot forms (docs/spec/lots-and-stages.md, 'Fields'). */
export const CERTIFICATIONS = [
  'Organic',
  'Fair Trade',
  'Rainforest Alliance',
  'UTZ',
  'Fairtrade',
  'Direct Trade',
  'Bird Friendly',
  'Carbon Neutral',
] as const;
export type Certification = (typeof CERTIFICATIONS)[number];

/** The only emoji with a meaning: the variety chip of the lot card. */
export const VARIETY_EMOJI: Record<Variety, string> = {
  Trinitario: '🌱',
  Forastero: '🌳',
  Criollo: '🌿',
  Nacional: '🌸',
  'CCN-51': '🍫',
  'TSH-565': '🍃',
  'ICS-1': '🌾',
  Other: '🫘',
};

export type QualityGrade = 'Premium' | 'Excellent' | 'Good' | 'Standard';

/** Grade of a quality score of 0-100: 90+ Premium, 80-89 Excellent, 70-79 Good, below Standard. */
export function qualityGrade(score: number): QualityGrade {
  if (score >= 90) return 'Premium';
  if (score >= 80) return 'Excellent';
  if (score >= 70) return 'Good';
  return 'Standard';
}
