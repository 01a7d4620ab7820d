import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type SceneName = 'noLots' | 'noAlerts' | 'noFarms' | 'offline' | 'done';

/** <Scene name="noLots" />: a small drawing for an empty or finished state; decoration, in the colors of the scheme. */
export function Scene({ name }: { name: SceneName }) {
  return (
    <chakra.svg
      aria-hidden
      viewBox="0 0 176 112"
      w="11rem"
      h="7rem"
      css={{
        '& .ground': { fill: 'bg.sunken' },
        '& .soil': { fill: 'brand.subtle', stroke: 'brand' },
        '& .leaf': { fill: 'leaf.subtle', stroke: 'leaf' },
        '& .pod': { fill: 'pod.subtle', stroke: 'pod' },
        '& .sky': { fill: 'sky.subtle', stroke: 'sky' },
        '& .line': { fill: 'none', stroke: 'fg.muted' },
        '& path, & circle, & rect, & ellipse': {
          strokeWidth: '1.75px',
          strokeLinecap: 'round',
          strokeLinejoin: 'round',
        },
      }}
    >
      <ellipse className="ground" cx="88" cy="98" rx="78" ry="9" />
      {DRAWN[name]}
    </chakra.svg>
  );
}

/** A cacao pod, hanging at a point. */
function Pod({ x, y, turn = 0, size = 1 }: { x: number; y: number; turn?: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}>
      <path className="pod" d="M0 0c8 6 11 14 11 21S7 36 0 40c-7-4-11-12-11-19S-8 6 0 0Z" />
      <path className="pod" d="M0 0v40M-5 5c-3 10-2 23 2 33M5 5c3 10 2 23-2 33" fill="none" />
    </g>
  );
}

/** A cacao tree on the ground. */
function Tree({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path className="soil" d="M-3 0c1-12 1-20 0-30h6c-1 10-1 18 0 30Z" />
      <path className="leaf" d="M0-72c16 0 24 10 23 20 8 5 7 20-6 22-9 4-25 4-34 0-13-2-14-17-6-22-1-10 7-20 23-20Z" />
    </g>
  );
}

const DRAWN: Record<SceneName, ReactNode> = {
  noLots: (
    <>
      <path className="soil" d="M58 44c10 5 34 5 44 0 10 14 14 36 10 52-16 6-48 6-64 0-4-16 0-38 10-52Z" />
      <path className="soil" d="M58 44c-6-6-4-12 2-14 12 6 28 6 40 0 6 2 8 8 2 14-12 5-32 5-44 0Z" />
      <path className="line" d="M66 58c-4 10-5 20-4 28M94 58c4 10 5 20 4 28" opacity="0.6" />
      <Pod x={136} y={62} turn={24} size={0.85} />
      <path className="leaf" d="M30 96c-6-12-2-22 8-28 6 10 4 22-8 28ZM30 96c2-9 4-16 8-28" />
    </>
  ),
  noAlerts: (
    <>
      <circle className="pod" cx="134" cy="30" r="11" />
      <path
        className="pod"
        d="M134 11v-5M134 54v-5M115 30h-5M158 30h-5M121 17l-4-4M151 47l-4-4M147 17l4-4M117 47l4-4"
      />
      <Tree x={56} y={98} size={1.05} />
      <Tree x={96} y={98} size={0.8} />
      <Pod x={47} y={58} size={0.42} turn={8} />
      <path className="line" d="m118 84 8 8 16-18" />
    </>
  ),
  noFarms: (
    <>
      <path className="leaf" d="M12 96c18-30 44-34 62-12 12-26 50-34 88 12Z" />
      <path className="line" d="m66 88 34-12 34 10-26 10Z" strokeDasharray="5 5" />
      <circle className="pod" cx="66" cy="88" r="3" />
      <circle className="pod" cx="100" cy="76" r="3" />
      <circle className="pod" cx="134" cy="86" r="3" />
      <circle className="pod" cx="108" cy="96" r="3" />
      <Tree x={36} y={86} size={0.6} />
      <circle className="sky" cx="140" cy="26" r="9" />
    </>
  ),
  offline: (
    <>
      <path
        className="sky"
        d="M54 66c-14 0-20-8-20-16 0-9 7-16 17-16 3-12 14-18 25-16 9 1 16 7 18 15 14-2 23 6 23 17 0 10-8 16-18 16Z"
      />
      <path className="line" d="M76 80v8M64 80v4M88 80v4" opacity="0.6" />
      <path className="line" d="M118 92h14M142 92h8" />
      <rect className="soil" x="128" y="52" width="24" height="42" rx="4" />
      <path className="line" d="m134 66 12 12M146 66l-12 12" />
    </>
  ),
  done: (
    <>
      <path className="soil" d="m46 50 62-14 12 46-62 14Z" />
      <path className="soil" d="m61.500 46.500 12 46M77 43l12 46M92.500 39.500l12 46M52 73l62-14" fill="none" />
      <path className="leaf" d="M118 46c4-16 16-24 32-24 0 16-10 28-32 24ZM118 46c9-7 17-13 32-24" />
      <path className="line" d="m128 82 8 8 18-20" />
    </>
  ),
};
