import type { Anchor } from '../ledger/register/anchoring.ts';
import { noteAnchor, unanchoredSegments } from './auditSegments.ts';

/** Portions that are looked at for one that the program made: others do not keep the later ones from the chain. */
const LOOKED_AT = 100;

/** Anchors the next portion of the audit table on the register chain. */
export const anchorAudit: Anchor = async (em, register, at) => {
  const [portion] = await unanchoredSegments(em, LOOKED_AT);
  if (portion === undefined) return 0;
  const event = await register.append(em, { kind: 'audit', portion: portion.number, hash: portion.hash }, at);
  await noteAnchor(em, portion.number, event);
  return 1;
};
