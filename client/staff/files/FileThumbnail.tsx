import { chakra } from '@chakra-ui/react';
import { FileText, Image, MapPinned, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { loadFile } from '../../graphql/files.ts';

/** A larger picture is loaded only as a download: a list of files must stay light on a phone. */
const MOST_BYTES = 3 * 1024 * 1024;

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'image/jpeg': Image,
  'image/png': Image,
  'application/geo+json': MapPinned,
};

export const isPicture = ({ mediaType }: { mediaType: string }): boolean => mediaType.startsWith('image/');

/** Whether a file is a picture that a list may load as a whole. */
export const isSmallPicture = (file: { mediaType: string; size: number }): boolean =>
  isPicture(file) && file.size <= MOST_BYTES;

interface FileThumbnailProps {
  /** of the picture, in the REST interface; null: only the sign for the kind of the file */
  path: string | null;
  mediaType: string;
  /** words for the picture; without them it is decoration beside the file's name */
  alt?: string;
  /** for a picture that was asked for: as wide as its place */
  large?: boolean;
}

/**
 * A picture of a stored file, else a sign for its kind, in a box of the same size. The bytes are loaded with the user's
 * session once the thumbnail comes into view.
 */
export function FileThumbnail({ path, mediaType, alt, large = false }: FileThumbnailProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const source = usePicture(ref, path);
  const Icon = ICONS[mediaType] ?? FileText;
  return (
    <chakra.span
      ref={ref}
      aria-hidden={alt === undefined}
      {...(large ? { w: 'full', h: '20rem' } : { boxSize: '14' })}
      flexShrink="0"
      display="grid"
      placeItems="center"
      overflow="hidden"
      bg="bg.sunken"
      color="fg.muted"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
    >
      {source === null ? (
        <Icon aria-hidden size={22} strokeWidth={1.5} />
      ) : (
        <chakra.img src={source} alt={alt ?? ''} w="full" h="full" objectFit={large ? 'contain' : 'cover'} />
      )}
    </chakra.span>
  );
}

/** Address of the loaded picture; null until then, and when it could not be loaded. */
function usePicture(ref: { current: HTMLElement | null }, path: string | null): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null || path === null) return undefined;
    const stop = new AbortController();
    let address: string | null = null;
    const load = async () => {
      try {
        const { blob } = await loadFile(path, { signal: stop.signal });
        if (stop.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setSource(address);
      } catch {
        // The sign of its kind stays; the download tells why it failed.
      }
    };
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      void load();
    });
    watch.observe(element);
    return () => {
      stop.abort();
      watch.disconnect();
      if (address !== null) URL.revokeObjectURL(address);
      setSource(null);
    };
  }, [ref, path]);
  return source;
}
