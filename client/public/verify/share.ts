import { copyFacility, copyText, type CopyFacility } from '../../design/copyText.ts';

/** The browser's ways to share a link; either may be missing (an old browser, or a page without HTTPS). */
export interface ShareFacilities extends CopyFacility {
  share?: (data: { title: string; url: string }) => Promise<void>;
}

/** `show`: nothing worked; show the link for the reader to copy. */
export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'show';

/**
 * Shares with the native dialog, else copies to the clipboard, else returns 'show' (docs/spec/public-pages.md,
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

/** The sharing features of this browser. */
export function shareFacilities(): ShareFacilities {
  return { ...copyFacility(), ...('share' in navigator && { share: (data) => navigator.share(data) }) };
}
