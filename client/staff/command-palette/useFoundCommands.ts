import { Blocks, LandPlot, Link2, Package, Tractor } from 'lucide-react';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import type { Command, CommandGroup } from '../../design/command-palette/CommandPalette.tsx';
import type { FindQuery } from '../../graphql/generated.ts';
import { DASH, transactionPreview } from '../../words/format.ts';
import { useStaffWords, type StaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { farmPath } from '../farms/farmAddress.ts';
import { useOpenLot } from '../StaffAddress.tsx';

/** Converts search results to commands: open a lot, its ledger record, or the lots or plots of a farm. */
export function useFoundCommands(found: FindQuery['find'] | undefined): CommandGroup[] {
  const words = useStaffWords();
  const { say } = words;
  const navigate = useNavigate();
  const { open } = useOpenLot();
  if (found === undefined) return [];
  const [first] = found.lots;
  return [
    {
      id: 'lots',
      name: say('shell.lots'),
      isFound: true,
      commands: [
        ...found.lots.map(({ lotId, farmerName, stage }) => ({
          id: `lot ${lotId}`,
          label: lotId,
          detail: `${farmerName ?? DASH} · ${say(`stage.${stage}`)}`,
          icon: Package,
          run: () => open({ lotId, view: 'detail' }),
        })),
        ...(first === undefined
          ? []
          : [
              {
                id: `ledger ${first.lotId}`,
                label: say('palette.blockchain', { lotId: first.lotId }),
                icon: Blocks,
                run: () => open({ lotId: first.lotId, view: 'blockchain' }),
              },
            ]),
      ],
    },
    {
      id: 'farms',
      name: say('palette.farms'),
      isFound: true,
      commands: found.farms.flatMap((farm) => farmCommands(farm, words, navigate)),
    },
    {
      id: 'transactions',
      name: say('palette.transactions'),
      isFound: true,
      commands: found.transactions.map(({ transactionId, lotId }) => ({
        id: `transaction ${transactionId} ${lotId}`,
        label: transactionPreview(transactionId),
        detail: lotId,
        icon: Link2,
        run: () => open({ lotId, view: 'blockchain' }),
      })),
    },
  ];
}

/** The lots and the plots of a farm. */
function farmCommands(
  { farmId, lots }: FindQuery['find']['farms'][number],
  { say }: StaffWords,
  navigate: NavigateFunction,
): Command[] {
  return [
    {
      id: `farm ${farmId}`,
      label: farmId,
      detail: say('stages.count', { count: lots }),
      icon: Tractor,
      run: () =>
        void navigate({ pathname: HOME_PATH, search: tabSearch('lots', new URLSearchParams({ search: farmId })) }),
    },
    {
      id: `plots ${farmId}`,
      label: say('palette.plots', { farmId }),
      icon: LandPlot,
      run: () => void navigate(farmPath(farmId)),
    },
  ];
}
