import { withoutFormat } from './foldedText.ts';

/**
 * Format characters where writing needs them: joiners within scripts that form other letters with them, joiners within an emoji, and
 * variation selectors behind an emoji or an ideograph.
 */
const NEEDED = new RegExp(
  [
    String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}` +
      String.raw`\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}` +
      String.raw`\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d]`,
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Script=Han}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'gu',
);

/**
 * Whether a text holds invisible characters: with them two names look the same and differ. Those that the spelling of a
 * language or an emoji needs do not count.
 */
export function hidesCharacters(text: string): boolean {
  const given = withoutFormat(text) === text ? text : text.replace(NEEDED, '');
  return withoutFormat(given) !== given;
}
