import { SHIPPING_WARNINGS, type ShippingWarning } from '../../../../server/domain/lot/shippingGuard.ts';
import type { Stage } from '../../../../server/domain/lot/stages.ts';
import type { AdvanceLotsMutation } from '../../../graphql/generated.ts';

export type AdvanceResult = AdvanceLotsMutation['advanceLots']['results'][number];

/** What advancing the selected lots would do. */
export interface AdvancePlan {
  /** lots that move, by where from and where to, in the order of the stages */
  moves: readonly { from: Stage; to: Stage; count: number }[];
  /** numbers of the lots that move */
  lotIds: readonly string[];
  /** lots that stay, each with its reason */
  stays: readonly AdvanceResult[];
  /** lots with detected deforestation: each is shipped on its own, with a second person */
  condemned: readonly AdvanceResult[];
  /** how many of the lots that move have each warning, worst first */
  warnings: readonly { warning: ShippingWarning; count: number }[];
}

/** The plan of a dry run. */
export function advancePlan(results: readonly AdvanceResult[]): AdvancePlan {
  const isCondemned = ({ warnings }: AdvanceResult): boolean => warnings.includes('deforestation_detected');
  const condemned = results.filter(isCondemned);
  const rest = results.filter((result) => !isCondemned(result));
  const moving = rest.filter(({ refusal }) => refusal === null);
  const groups = Map.groupBy(moving, ({ from, to }) => `${from} ${to}`);
  return {
    moves: [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined || first.from === null || first.to === null) return [];
      return [{ from: first.from, to: first.to, count: group.length }];
    }),
    lotIds: moving.map(({ lotId }) => lotId),
    stays: rest.filter(({ refusal }) => refusal !== null),
    condemned,
    warnings: SHIPPING_WARNINGS.map((warning) => {
      return { warning, count: moving.filter(({ warnings }) => warnings.includes(warning)).length };
    }).filter(({ count }) => count > 0),
  };
}
