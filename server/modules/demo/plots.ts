/** A plot of the demonstration, as a story: when it was walked, and when again. */
export interface DemoPlot {
  farmId: string;
  name: string;
  /** its outlines, oldest first; corners in their order around it, degrees: longitude, latitude */
  outlines: readonly { drawnDaysAgo: number; corners: readonly (readonly [number, number])[] }[];
}

/** Two made-up gardens of Maria Kaupa near Bogia, on the sample tiles: the river took a strip of one of them after two harvests. */
export const DEMO_PLOTS: readonly DemoPlot[] = [
  {
    farmId: 'FARM001',
    name: 'River garden',
    outlines: [
      {
        drawnDaysAgo: 118,
        corners: [
          [144.919112, -4.384918],
          [144.919847, -4.385204],
          [144.920623, -4.385131],
          [144.921405, -4.385342],
          [144.921968, -4.385017],
          [144.921871, -4.383926],
          [144.921102, -4.383541],
          [144.920187, -4.383618],
          [144.919328, -4.383977],
        ],
      },
      {
        drawnDaysAgo: 9,
        corners: [
          [144.919112, -4.384918],
          [144.919847, -4.385027],
          [144.920623, -4.384893],
          [144.921405, -4.384986],
          [144.921968, -4.384752],
          [144.921871, -4.383926],
          [144.921102, -4.383541],
          [144.920187, -4.383618],
          [144.919328, -4.383977],
        ],
      },
    ],
  },
  {
    farmId: 'FARM001',
    name: 'Ridge garden',
    outlines: [
      {
        drawnDaysAgo: 117,
        corners: [
          [144.921512, -4.386021],
          [144.922347, -4.385788],
          [144.923216, -4.386174],
          [144.923604, -4.387012],
          [144.923187, -4.387831],
          [144.922231, -4.387964],
          [144.921489, -4.387296],
        ],
      },
    ],
  },
];
