import type { DueDiligenceAddress } from './dueDiligenceAddress.ts';

/** What a section gets of the page of due diligence. */
export interface DueDiligenceSectionProps {
  address: DueDiligenceAddress;
  /** changes the address; another list begins on its first page */
  onShow: (change: Partial<DueDiligenceAddress>) => void;
  /** says that something was done */
  onDone: (message: string) => void;
}
