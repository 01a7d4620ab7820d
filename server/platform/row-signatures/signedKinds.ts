/** What is sealed. The kind is part of what a seal stands for, so none passes for one of another kind. */
export const SIGNED_KINDS = [
  'account',
  'account-link',
  'alert-comment',
  'alert-file',
  'alert-mail',
  'alert-mail-stop',
  'alert-task',
  'alert-told',
  'audit',
  'audit-portion',
  'buyer-link',
  'buyer-task',
  'consignment-event',
  'cooperative',
  'dd-answer',
  'dd-assessment',
  'dd-concern',
  'dd-document',
  'dd-measure',
  'delivery',
  'erasure',
  'erasure-lot',
  'farm',
  'installation',
  'invitation',
  'job',
  'lot-event',
  'partner-key',
  'party',
  'plot',
  'plot-version',
  'refresh-token',
  'register-event',
  'report',
  'report-file',
  'report-part',
  'session',
  'shipping-review',
  'statement',
  'statement-package',
  'supplier-declaration',
  'web-hook',
  'web-hook-delivery',
] as const;
export type SignedKind = (typeof SIGNED_KINDS)[number];

/** Facts of a row as plain JSON: dates as ISO texts, bytes as hex, numbers that JSON can say. */
export type SignedFacts = Readonly<Record<string, unknown>>;

/** Checks row signatures. */
export interface SignatureCheck {
  /** Whether a seal is that of exactly these facts. A missing one is not, nor one of a version that is not the row's newest. */
  check(kind: SignedKind, identity: string, facts: SignedFacts, seal: string | null | undefined): boolean;
}
