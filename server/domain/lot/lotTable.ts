import type { Variety } from './cacao.ts';
import type { DeforestationStatus } from '../forest/deforestation.ts';
import type { Stage } from './stages.ts';
import { GRAMS, HUNDREDTHS, MICRO_DEGREES, TENTHS, type Scale } from '../text/units.ts';

/** Types of a value: in the API, and in a row of the table `lot`. */
interface Forms {
  text: { api: string; stored: string };
  variety: { api: string; stored: Variety };
  /** YYYY-MM-DD */
  day: { api: string; stored: string };
  /** a number in its unit; stored as a whole number, see `units.ts` */
  figure: { api: number; stored: number };
  texts: { api: string[]; stored: string[] };
  flag: { api: boolean; stored: boolean };
  stage: { api: Stage; stored: Stage };
  status: { api: DeforestationStatus; stored: DeforestationStatus };
  /** ISO 8601, UTC */
  moment: { api: string; stored: Date };
}
export type FieldForm = keyof Forms;

interface Figure {
  /** in the API, as its descriptions have it */
  unit: string;
  /** the whole number in which it is stored and recorded */
  scale: Scale;
  /**
   * the accepted range, and its measure in messages. The ledger applies it too, also to old events: never narrow it.
   * null: `lotInput.ts` and `ledger/content.ts` have their own rules
   */
  bounds: { min: number; max: number; measure: 'percent' | 'celsius' | 'plain' } | null;
}

/** A text that people type, with one rule for all of them; `lotId` and `farmId` have their own rules in `lotInput.ts`. */
interface Text {
  /** the greatest length, in characters. The ledger applies it too, also to old events: never lower it */
  most: number;
  /** `one`: without line breaks and invisible characters, so that two texts that look the same are the same */
  lines: 'one' | 'many';
}

/** All facts of a field. */
interface FieldFacts {
  /** its name in rows and entities; the column is the same in snake case */
  stored: string;
  form: FieldForm;
  /** only for figures */
  figure?: Figure;
  /** only for texts with the common rule */
  text?: Text;
  /** a lot may lack it: not given, not graded, erased */
  nullable: boolean;
  /**
   * `identity`: the lot number, given with a new lot and never changed; `edit`: given then and changed by edits; `course`: set by
   * stages and checks
   */
  setBy: 'identity' | 'edit' | 'course';
  /** it may be omitted at registration, or the program sets it */
  optional: boolean;
  /**
   * its name on the ledger, in the clear or as a salted commitment (docs/spec/ledger-and-verification.md, 'Committed
   * fields')
   */
  ledger: { kind: 'clear' | 'committed'; name: string };
  /** its form for the public (docs/spec/public-pages.md, 'Public locations' and 'Anonymized lots') */
  public: 'shown' | 'unless anonymised' | 'rounded' | 'hidden';
  /**
   * severity of a difference. HIGH: identity, owner, amount, origin, stage and finding of the lot; MEDIUM: description
   */
  severity: 'HIGH' | 'MEDIUM';
}

/**
 * The fields of a lot by their names in the API, in the order in which answers and files have them. Code that reads,
 * writes, shows, compares or exports a lot uses this list, or the compiler checks it against the list;
 * docs/architecture.md, 'Fields of a lot', says where.
 */
export const LOT_FIELDS = {
  lotId: {
    stored: 'lotId',
    form: 'text',
    nullable: false,
    setBy: 'identity',
    optional: false,
    ledger: { kind: 'clear', name: 'lotId' },
    public: 'shown',
    severity: 'HIGH',
  },
  farmId: {
    stored: 'farmId',
    form: 'text',
    nullable: true,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'committed', name: 'farmId' },
    public: 'unless anonymised',
    severity: 'HIGH',
  },
  farmerName: {
    stored: 'farmerName',
    form: 'text',
    text: { most: 120, lines: 'one' },
    nullable: true,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'committed', name: 'farmerName' },
    public: 'unless anonymised',
    severity: 'HIGH',
  },
  cacaoVariety: {
    stored: 'variety',
    form: 'variety',
    nullable: false,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'clear', name: 'variety' },
    public: 'shown',
    severity: 'HIGH',
  },
  harvestDate: {
    stored: 'harvestDate',
    form: 'day',
    nullable: false,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'clear', name: 'harvestDate' },
    public: 'shown',
    severity: 'HIGH',
  },
  /** last day of harvest of a lot that was made of others; null: `harvestDate` is the only day */
  harvestUntil: {
    stored: 'harvestUntil',
    form: 'day',
    nullable: true,
    setBy: 'course',
    optional: true,
    ledger: { kind: 'clear', name: 'harvestUntil' },
    public: 'shown',
    severity: 'HIGH',
  },
  latitude: {
    stored: 'latMicro',
    form: 'figure',
    figure: {
      unit: 'Degrees, WGS84',
      scale: MICRO_DEGREES,
      bounds: { min: -90, max: 90, measure: 'plain' },
    },
    nullable: true,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'committed', name: 'place' },
    public: 'rounded',
    severity: 'HIGH',
  },
  longitude: {
    stored: 'lonMicro',
    form: 'figure',
    figure: {
      unit: 'Degrees, WGS84',
      scale: MICRO_DEGREES,
      bounds: { min: -180, max: 180, measure: 'plain' },
    },
    nullable: true,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'committed', name: 'place' },
    public: 'rounded',
    severity: 'HIGH',
  },
  weight: {
    stored: 'weightGrams',
    form: 'figure',
    figure: { unit: 'kg', scale: GRAMS, bounds: null },
    nullable: false,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'clear', name: 'weightGrams' },
    public: 'shown',
    severity: 'HIGH',
  },
  moistureContent: {
    stored: 'moistureHundredths',
    form: 'figure',
    figure: {
      unit: '%',
      scale: HUNDREDTHS,
      bounds: { min: 0, max: 100, measure: 'percent' },
    },
    nullable: false,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'clear', name: 'moistureHundredths' },
    public: 'shown',
    severity: 'MEDIUM',
  },
  temperature: {
    stored: 'temperatureHundredths',
    form: 'figure',
    figure: {
      unit: '°C',
      scale: HUNDREDTHS,
      bounds: { min: -50, max: 60, measure: 'celsius' },
    },
    nullable: false,
    setBy: 'edit',
    optional: false,
    ledger: { kind: 'clear', name: 'temperatureHundredths' },
    public: 'shown',
    severity: 'MEDIUM',
  },
  certifications: {
    stored: 'certifications',
    form: 'texts',
    nullable: false,
    setBy: 'edit',
    optional: true,
    ledger: { kind: 'clear', name: 'certifications' },
    public: 'shown',
    severity: 'HIGH',
  },
  qualityScore: {
    stored: 'qualityTenths',
    form: 'figure',
    figure: {
      unit: '0-100 points',
      scale: TENTHS,
      bounds: { min: 0, max: 100, measure: 'plain' },
    },
    nullable: true,
    setBy: 'edit',
    optional: true,
    ledger: { kind: 'clear', name: 'qualityTenths' },
    public: 'shown',
    severity: 'MEDIUM',
  },
  isAnonymized: {
    stored: 'isAnonymized',
    form: 'flag',
    nullable: false,
    setBy: 'edit',
    optional: true,
    ledger: { kind: 'clear', name: 'isAnonymized' },
    public: 'shown',
    severity: 'MEDIUM',
  },
  currentProcess: {
    stored: 'stage',
    form: 'stage',
    nullable: false,
    setBy: 'course',
    optional: true,
    ledger: { kind: 'clear', name: 'stage' },
    public: 'shown',
    severity: 'HIGH',
  },
  processDetails: {
    stored: 'processDetails',
    form: 'text',
    nullable: true,
    setBy: 'course',
    optional: true,
    ledger: { kind: 'committed', name: 'processDetails' },
    public: 'unless anonymised',
    severity: 'MEDIUM',
  },
  deforestationStatus: {
    stored: 'deforestationStatus',
    form: 'status',
    nullable: false,
    setBy: 'course',
    optional: true,
    ledger: { kind: 'clear', name: 'deforestationStatus' },
    public: 'shown',
    severity: 'HIGH',
  },
  satelliteTimestamp: {
    stored: 'satelliteAt',
    form: 'moment',
    nullable: true,
    setBy: 'course',
    optional: true,
    ledger: { kind: 'clear', name: 'satelliteTimestamp' },
    public: 'shown',
    severity: 'HIGH',
  },
  /**
   * the lot's plots, each as `<plot>/<version>/<mark>` (`plotInput.ts`); null: only its location is known; [] when
   * removed
   */
  plots: {
    stored: 'plots',
    form: 'texts',
    nullable: true,
    setBy: 'edit',
    optional: true,
    ledger: { kind: 'committed', name: 'geometry' },
    public: 'hidden',
    severity: 'HIGH',
  },
} as const satisfies Record<string, FieldFacts>;

export type LotField = keyof typeof LOT_FIELDS;
type Facts<Field extends LotField> = (typeof LOT_FIELDS)[Field];
export type FormOf<Field extends LotField> = Facts<Field>['form'];
export type StoredName<Field extends LotField> = Facts<Field>['stored'];
type Empty<Field extends LotField> = Facts<Field>['nullable'] extends true ? null : never;
/** The fields of which a fact holds. */
type FieldsWith<Fact> = { [Field in LotField]: Facts<Field> extends Fact ? Field : never }[LotField];

/** A lot's fields in the API's names and units. */
export type LotValues = { [Field in LotField]: Forms[FormOf<Field>]['api'] | Empty<Field> };
/** The same as in a row, in the whole-number units of `units.ts`. */
export type StoredLot = {
  [Field in LotField as StoredName<Field>]: Forms[FormOf<Field>]['stored'] | Empty<Field>;
};

/** The same as shoppers see them. */
export type PublicField = FieldsWith<{ public: 'shown' | 'unless anonymised' | 'rounded' }>;
export type PublicValues = Pick<LotValues, PublicField>;

/** The fields that people set. */
export type SettableField = FieldsWith<{ setBy: 'identity' | 'edit' }>;
/** A lot as people give it: any of those fields may be left out, as far as types know. */
export type GivenValues = { [Field in SettableField]: LotValues[Field] | undefined };
/** Those of them that an edit may change. */
export type EditableField = FieldsWith<{ setBy: 'edit' }>;
/** How rows name those. */
export type EditableStored = StoredName<EditableField>;
export type FigureField = FieldsWith<{ form: 'figure' }>;
/** Figures that are validated only by their bounds, and the optional ones among them. */
export type BoundedFigure = FieldsWith<{ figure: { bounds: object } }>;
export type OptionalFigure = FieldsWith<{ figure: { bounds: object }; optional: true; nullable: true }>;
/** Texts with the common rule, and those of them that may be left out. */
export type LotText = FieldsWith<{ text: object; setBy: 'edit' }>;
export type OptionalText = FieldsWith<{ text: object; setBy: 'edit'; optional: true; nullable: true }>;
/** Texts in the clear on the ledger, by their ledger names. */
export type TextOnLedger = Facts<FieldsWith<{ text: object; ledger: { kind: 'clear' } }>>['ledger']['name'];
/** Figures in the clear on the ledger that it checks against their bounds, by their ledger names. */
export type BoundedOnLedger = Facts<
  FieldsWith<{ figure: { bounds: object }; ledger: { kind: 'clear' } }>
>['ledger']['name'];

/** What the ledger has in the clear, by its names there. */
export type ClearName = Facts<FieldsWith<{ ledger: { kind: 'clear' } }>>['ledger']['name'];

/** The fields in their order. */
export const LOT_FIELD_NAMES = Object.keys(LOT_FIELDS) as LotField[];

export const FIGURE_FIELDS = LOT_FIELD_NAMES.filter(
  (field): field is FigureField => LOT_FIELDS[field].form === 'figure',
);

export const LOT_TEXTS = LOT_FIELD_NAMES.filter((field): field is LotText => 'text' in LOT_FIELDS[field]);

/** All facts of a field, in the widest type. */
export function factsOf(field: LotField): FieldFacts {
  return LOT_FIELDS[field];
}

/** The rule of a text. */
export function textFacts(field: LotText): Text {
  return LOT_FIELDS[field].text;
}

function isLotField(name: string): name is LotField {
  return Object.hasOwn(LOT_FIELDS, name);
}

export function isPublic(field: LotField): field is PublicField {
  return factsOf(field).public !== 'hidden';
}

export function isSettable(name: string): name is SettableField {
  return isLotField(name) && LOT_FIELDS[name].setBy !== 'course';
}

export function isOptionalFigure(name: string): name is OptionalFigure {
  if (!isSettable(name)) return false;
  const { figure, optional, nullable } = factsOf(name);
  return figure !== undefined && figure.bounds !== null && optional && nullable;
}

export function isEditable(name: string): name is EditableField {
  return isLotField(name) && LOT_FIELDS[name].setBy === 'edit';
}

/** The API's name of a field in the clear, by its ledger name. */
export const BY_CLEAR_NAME: ReadonlyMap<string, LotField> = new Map(
  LOT_FIELD_NAMES.filter((field) => factsOf(field).ledger.kind === 'clear').map((field) => [
    factsOf(field).ledger.name,
    field,
  ]),
);

/** The fields of one commitment, by its ledger name: a location has two. */
export function committedTogether(name: string): LotField[] {
  return LOT_FIELD_NAMES.filter((field) => {
    const { ledger } = factsOf(field);
    return ledger.kind === 'committed' && ledger.name === name;
  });
}

/** The column of a field by its name in rows: `latMicro` -> `lat_micro`, as the ORM names it too. */
export function columnOf(stored: string): string {
  return stored.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
