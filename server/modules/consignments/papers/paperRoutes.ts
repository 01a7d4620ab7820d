import { route, type Route } from '../../../platform/rest/route.ts';
import { consignmentId } from '../consignmentRoutes.ts';
import type { ConsignmentPapers } from './consignmentPapersService.ts';

/** REST calls of a consignment's papers. */
export const paperRoutes = ({ consignmentPapers }: { consignmentPapers: ConsignmentPapers }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/consignments/:id/papers',
    summary: 'All papers of a consignment as one zip file',
    description:
      'Packing list and certificate (PDF), plots file (GeoJSON), the proof of each lot, and a manifest with the SHA-256 ' +
      'of each file. The manifest names origins that the plots file leaves out.',
    access: 'staff',
    long: true,
    heavy: 'reports',
    params: consignmentId,
    files: ['application/zip'],
    handle: async ({ caller, params, info }) => ({
      file: await consignmentPapers.forCaller(caller, params.id, 'all', info),
      headers: { 'cache-control': 'no-store' },
    }),
  }),
  route({
    method: 'GET',
    path: '/consignments/:id/plots.geojson',
    summary: "The plots of a consignment's origins, for the due diligence statement",
    description: 'By the file description of the EU Information System; plots that cannot be filed are left out.',
    access: 'staff',
    long: true,
    heavy: 'reports',
    params: consignmentId,
    files: ['application/geo+json'],
    handle: async ({ caller, params, info }) => ({
      file: await consignmentPapers.forCaller(caller, params.id, 'plots', info),
      headers: { 'cache-control': 'no-store' },
    }),
  }),
];
