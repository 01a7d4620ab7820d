import { copyFacility, copyText, type CopyFacility } from '../../design/copyText.ts';

/** What the browser can do with a link; either may be missing (an old browser, or a page without HTTPS). */
export interface ShareFacilities extends CopyFacility {
  share?: (data: { title: string; url: string }) => Promise<void>;
}

/** `show`: nothing worked, so the link is shown for the reader to copy. */
export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'show';

/**
 * Shares by the native facility, else copies to the clipboard, else asks to show the text (docs/spec/public-pages.md,
 * 'Sharing').
 */
export async function shareLink(title: string, url: string, facilities: ShareFacilities): Promise<ShareOutcome> {
  if (facilities.share !== undefined) {
    try {
      await facilities.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  return copyText(url, facilities);
}

/** What this browser offers. */
export function shareFacilities(): ShareFacilities {
  return { ...copyFacility(), ...('share' in navigator && { share: (data) => navigator.share(data) }) };
}
