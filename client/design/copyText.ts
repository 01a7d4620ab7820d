/** The browser's clipboard; missing in old browsers and on pages without HTTPS. */
export interface CopyFacility {
  copy?: (text: string) => Promise<void>;
}

/** Copies to the clipboard; returns 'show' if the caller must show the text instead. */
export async function copyText(text: string, { copy }: CopyFacility): Promise<'copied' | 'show'> {
  if (copy === undefined) return 'show';
  try {
    await copy(text);
    return 'copied';
  } catch {
    return 'show';
  }
}

/** The clipboard access of this browser. */
export function copyFacility(): CopyFacility {
  // The type says that it always exists, but outside a secure context it is undefined.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return clipboard === undefined ? {} : { copy: (text) => clipboard.writeText(text) };
}
