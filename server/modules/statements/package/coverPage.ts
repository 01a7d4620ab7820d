import type { Issuer } from '../../../domain/cooperative/cooperativeInput.ts';
import { documentWords } from '../../../domain/messages/documents.ts';
import { STATEMENT_LIMITS } from '../../../domain/statement/statement.ts';
import { PdfDocument } from '../../../platform/pdf/pdfDocument.ts';
import { momentWord } from '../../../platform/pdf/words.ts';
import { UUID_TO_FILL_IN } from './partFiles.ts';

/** What the cover page of a package says. */
export interface CoverContent {
  /** who made the package; null where the settings name nobody */
  issuer: Issuer | null;
  consignment: { number: string; buyer: string | null; countryOfEntry: string | null; billOfLading: string | null };
  statement: {
    internalReference: string;
    kind: string;
    version: number;
    activityType: string;
    operatorRole: string;
    representedOperator: string | null;
    hsHeading: string;
    description: string;
    netGrams: number;
    confidential: boolean;
    /** numbers of the version that it takes the place of; null: the first one */
    replaces: {
      referenceNumber: string | null;
      verificationNumber: string | null;
      /** the importer reported that it was filed */
      isFiled: boolean;
    } | null;
  };
  /** in their order; one where it was not split */
  parts: readonly { reference: string; producers: number; plots: number; netGrams: number }[];
  /** of production, ISO 3166-1 alpha-2 */
  countries: readonly string[];
  lots: number;
  origins: number;
  documents: number;
  at: Date;
}

const { figure } = documentWords('en-US');
const kilograms = (grams: number): string => `${figure(grams / 1_000)} kg`;

const KIND_TEXTS: Readonly<Record<string, string>> = {
  due_diligence: 'Due diligence statement',
  simplified: 'Simplified declaration',
  grouped: 'Due diligence statements and one grouped statement',
};

/** The readable page of a package: what it is, for whom, and what to do with it. */
export async function coverPage({ issuer, consignment, statement, parts, ...counts }: CoverContent): Promise<Buffer> {
  const reference = statement.internalReference;
  const paper = new PdfDocument({
    title: `Filing package ${reference}`,
    subject: 'Files for the due diligence statement of a consignment of cacao',
    at: counts.at,
    issuer,
    footer: `Made ${momentWord(counts.at.toISOString())}. Version ${statement.version}.`,
  });
  paper.title(`Filing package ${reference}`, `Consignment ${consignment.number}`);
  paper.paragraph(
    'This package holds what the EU Information System takes for the consignment. It is filed by the operator who ' +
      'places the goods on the EU market or exports them. It has not been filed yet.',
  );
  paper.heading('What is filed');
  paper.facts([
    ['Kind', KIND_TEXTS[statement.kind] ?? statement.kind],
    ['Internal reference', reference],
    ['Activity', statement.activityType],
    ['Role of the operator', statement.operatorRole],
    ['Represented operator', statement.representedOperator ?? '–'],
    ['HS heading', statement.hsHeading],
    ['Description', statement.description],
    ['Net mass', kilograms(statement.netGrams)],
    ['Producers', figure(sum(parts.map(({ producers }) => producers)))],
    ['Plots', figure(sum(parts.map(({ plots }) => plots)))],
    ['Countries of production', counts.countries.join(', ')],
    ['Geolocation confidential', statement.confidential ? 'Yes' : 'No'],
    ['Buyer', consignment.buyer ?? 'Erased'],
    ['Country of entry', consignment.countryOfEntry ?? '–'],
    ['Bill of lading', consignment.billOfLading ?? '–'],
    ['Lots', `${figure(counts.lots)}, from ${figure(counts.origins)} deliveries`],
    ['Documents', figure(counts.documents)],
  ]);
  if (statement.replaces !== null) {
    const { referenceNumber, isFiled } = statement.replaces;
    paper.notice(
      isFiled
        ? `This version takes the place of the statement ${referenceNumber ?? 'without a number yet'}: amend that one, ` +
            'do not submit another.'
        : 'This version takes the place of an earlier package. If you filed that one, amend its statement; do not ' +
            'submit another.',
      'pod',
    );
  }
  await partsTable(paper, parts);
  nextSteps(paper, statement);
  paper.heading('What it does not say');
  paper.paragraph(
    'The satellite checks say that the plots are deforestation-free since 31 December 2020. Deforestation-free is not ' +
      'the same as legal: whether the goods were produced under the laws of the country of production is shown by the ' +
      'documents, which the operator assesses.',
  );
  return paper.finish();
}

async function partsTable(paper: PdfDocument, parts: CoverContent['parts']): Promise<void> {
  if (parts.length < 2) return;
  paper.heading('Parts');
  paper.paragraph('The consignment is above the limits of one statement, so it is filed in parts.');
  await paper.table(
    [
      { title: 'Reference', share: 0.4, text: (part) => part.reference, font: 'mono' },
      { title: 'Net mass', share: 0.25, align: 'right', text: ({ netGrams }) => kilograms(netGrams) },
      { title: 'Producers', share: 0.175, align: 'right', text: ({ producers }) => figure(producers) },
      { title: 'Plots', share: 0.175, align: 'right', text: ({ plots }) => figure(plots) },
    ],
    parts,
  );
}

const SUBMIT =
  'By program: send each body in the folder "submit" to API V3. By hand: enter the fields above, and upload the file ' +
  'in the folder "type-2" at the commodity.';
const AMEND =
  'Amend the statement that you filed; do not submit another. By program: put its UUID in the place of ' +
  `"${UUID_TO_FILL_IN}" in the body in the folder "amend", and send that to API V3. By hand: open the statement, ` +
  'choose to amend it, enter the fields above, and upload the file in the folder "type-2" at the commodity.';

function nextSteps(paper: PdfDocument, { kind, replaces }: CoverContent['statement']): void {
  const hours = STATEMENT_LIMITS.changeHours;
  const isFiled = replaces?.isFiled === true;
  paper.heading('What to do next');
  const steps = [
    'Check the files against manifest.json: it has the SHA-256 of each.',
    ...(replaces === null || isFiled
      ? [isFiled ? AMEND : SUBMIT]
      : [`If you filed the earlier package: ${AMEND}`, `If you did not file it, submit this one instead. ${SUBMIT}`]),
    ...(kind === 'grouped'
      ? ['When all parts have reference numbers, submit one grouped statement that refers to them.']
      : []),
    isFiled
      ? 'Tell the sender that it was amended, with the reference number and the verification number.'
      : 'Tell the sender the reference number and the verification number, and when the statement was submitted.',
    `A statement can be amended or withdrawn for ${hours} hours after it was ${replaces === null ? '' : 'first '}submitted, ` +
      'unless it is grouped, under check or used at customs. After that it stays as it is.',
    'Keep the package and the numbers for five years.',
  ];
  for (const [at, text] of steps.entries()) paper.paragraph(`${at + 1}. ${text}`);
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, one) => total + one, 0);
}
