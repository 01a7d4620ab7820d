import type { Anchor } from '../ledger/register/anchoring.ts';
import { noteAnchor, unanchoredPortions } from './auditPortions.ts';

/** Anchors the next portion of the audit table on the register chain. */
export const anchorAudit: Anchor = async (em, register, at) => {
  const [portion] = await unanchoredPortions(em, 1);
  if (portion === undefined) return 0;
  const event = await register.append(em, { kind: 'audit', portion: portion.number, hash: portion.hash }, at);
  await noteAnchor(em, portion.number, event);
  return 1;
};
