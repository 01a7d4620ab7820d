/** The browser's clipboard; it is missing in an old browser, and on a page without HTTPS. */
export interface CopyFacility {
  copy?: (text: string) => Promise<void>;
}

/** Copies to the clipboard, else asks to show the text. */
export async function copyText(text: string, { copy }: CopyFacility): Promise<'copied' | 'show'> {
  if (copy === undefined) return 'show';
  try {
    await copy(text);
    return 'copied';
  } catch {
    return 'show';
  }
}

/** What this browser offers. */
export function copyFacility(): CopyFacility {
  // The types say that it is always there; outside a secure context it is not.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return clipboard === undefined ? {} : { copy: (text) => clipboard.writeText(text) };
}
