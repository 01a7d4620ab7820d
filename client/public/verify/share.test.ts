import { describe, expect, it } from 'vitest';
import { copyText } from '../../design/copyText.ts';
import { shareLink, type ShareFacilities } from './share.ts';

const works = async (): Promise<void> => undefined;
const fails = async (): Promise<void> => {
  throw new Error('not allowed');
};

describe('shareLink', () => {
  it('uses the native facility first', async () => {
    const given: unknown[] = [];
    const facilities: ShareFacilities = {
      share: async (data) => void given.push(data),
      copy: async (text) => void given.push(text),
    };
    await expect(shareLink('LOT1', 'https://x/verify/LOT1', facilities)).resolves.toBe('shared');
    expect(given).toEqual([{ title: 'LOT1', url: 'https://x/verify/LOT1' }]);
  });

  it('falls back to the clipboard, and then to showing the text', async () => {
    await expect(shareLink('t', 'u', { copy: works })).resolves.toBe('copied');
    await expect(shareLink('t', 'u', { share: fails, copy: works })).resolves.toBe('copied');
    await expect(shareLink('t', 'u', { share: fails, copy: fails })).resolves.toBe('show');
    await expect(shareLink('t', 'u', {})).resolves.toBe('show');
  });

  it('does nothing more when the reader closed the share sheet', async () => {
    const share = async (): Promise<void> => {
      throw new DOMException('closed', 'AbortError');
    };
    await expect(shareLink('t', 'u', { share, copy: works })).resolves.toBe('cancelled');
  });
});

describe('copyText', () => {
  it('copies exactly the text', async () => {
    const copied: string[] = [];
    await expect(copyText('abc', { copy: async (text) => void copied.push(text) })).resolves.toBe('copied');
    expect(copied).toEqual(['abc']);
  });
});
