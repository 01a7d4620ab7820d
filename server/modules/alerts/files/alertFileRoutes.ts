import { z } from 'zod';
import { FILE } from '../../../domain/messages/callMessages.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { FILE_TYPE_NAMES } from '../../../platform/files/fileContent.ts';
import { route, type Route } from '../../../platform/rest/route.ts';
import { investigationAnswer } from '../investigation/investigationAnswers.ts';
import { FILE_LIMITS } from './alertFileService.ts';
import { idText } from '../../../platform/validation/idText.ts';
import type { AlertFileService } from './alertFileService.ts';

const alertId = idText().describe('UUID of the alert');
const ofAlert = z.object({ id: alertId });
const ofFile = z.object({ id: alertId, fileId: idText('fileId').describe('UUID of the file') });

/** REST calls of the files of alerts. */
export const alertFileRoutes = ({ alertFiles }: { alertFiles: AlertFileService }): readonly Route[] => [
  route({
    method: 'POST',
    path: '/alerts/:id/files',
    summary: 'Adds a file to an alert that was acknowledged or resolved',
    description:
      `Takes acknowledge_alerts. ${FILE_TYPE_NAMES.join(', ')}, told by content: at most ${FILE_LIMITS.megabytes} MB (GeoJSON 1 MB), ` +
      `${FILE_LIMITS.files} files and ${FILE_LIMITS.alertMegabytes} MB an alert. Pictures are stored without EXIF, texts and thumbnails.`,
    access: 'staff',
    status: 201,
    long: true,
    upload: true,
    uploadMegabytes: FILE_LIMITS.megabytes,
    params: ofAlert,
    answer: investigationAnswer,
    handle: async ({ upload, params, caller, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      return { data: { investigation: await alertFiles.add(caller, params.id, upload, info) } };
    },
  }),
  route({
    method: 'GET',
    path: '/alerts/:id/files/:fileId',
    summary: 'A file of an alert, as a download',
    access: 'staff',
    long: true,
    params: ofFile,
    files: FILE_TYPE_NAMES,
    handle: async ({ params, caller }) => ({
      file: await alertFiles.read(caller, params.id, params.fileId),
      headers: { 'cache-control': 'private, no-store' },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/alerts/:id/files/:fileId',
    summary: 'Removes a file of an alert for good',
    description: 'Whoever added it may, and every admin.',
    access: 'staff',
    params: ofFile,
    answer: investigationAnswer,
    handle: async ({ params, caller, info }) => ({
      data: { investigation: await alertFiles.remove(caller, params.id, params.fileId, info) },
    }),
  }),
];
