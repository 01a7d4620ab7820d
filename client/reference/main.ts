import type { RedocRawOptions } from 'redoc';
import { dark, light } from '../design/colors.ts';
import '../design/fonts.css';
import './reference.css';

/**
 * The page of GET /api/v1/docs (server/platform/rest/openapi/documentRoutes.ts): Redoc renders the OpenAPI document.
 */

declare global {
  /** Set by /redoc.js, which the page loads first. */
  const Redoc: { init(documentUrl: string, options: RedocRawOptions, element: HTMLElement): Promise<void> };
}

const FONT = "'Inter Variable', system-ui, sans-serif";
const CODE = "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace";
// Light scheme only: Redoc has hard-coded dark text that themes cannot change. Its samples are dark.
const { bg, raised, sunken, fg, muted, line, tones } = light;

const root = document.getElementById('reference');
if (root === null) throw new Error('The page has no element #reference');

Object.assign(document.body.style, { background: bg, color: fg, fontFamily: FONT });

const answer = (tone: { text: string; subtle: string }) => ({
  color: tone.text,
  backgroundColor: tone.subtle,
  tabTextColor: fg,
});
void Redoc.init(
  'openapi.json',
  {
    hideDownloadButtons: true,
    nativeScrollbars: true,
    pathInMiddlePanel: true,
    theme: {
      colors: {
        primary: { main: tones.brand.text },
        success: { main: tones.leaf.text },
        warning: { main: tones.pod.text, contrastText: tones.pod.on },
        error: { main: tones.alarm.text },
        gray: { 50: sunken, 100: sunken },
        border: { light: line, dark: line },
        text: { primary: fg, secondary: muted },
        responses: {
          success: answer(tones.leaf),
          error: answer(tones.alarm),
          redirect: answer(tones.sky),
          info: answer(tones.sky),
        },
      },
      schema: { linesColor: line, typeNameColor: muted, typeTitleColor: muted, requireLabelColor: tones.alarm.text },
      typography: {
        fontFamily: FONT,
        headings: { fontFamily: FONT },
        code: { fontFamily: CODE, color: fg, backgroundColor: sunken },
        links: { color: tones.sky.text, visited: tones.sky.text, hover: tones.sky.text },
      },
      sidebar: { backgroundColor: bg, textColor: fg, activeTextColor: tones.brand.text },
      rightPanel: { backgroundColor: light.fg, textColor: light.raised },
      codeBlock: { backgroundColor: dark.sunken },
      fab: { backgroundColor: raised, color: fg },
    },
  },
  root,
);
