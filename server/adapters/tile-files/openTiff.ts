import GeoTIFF, { type GeoTIFFImage } from 'geotiff';
import { BlockSource } from './blockSource.ts';
import type { ByteRanges } from './byteRanges.ts';
import { TileDamaged } from './tileErrors.ts';
import { checkDirectory } from './tiffDirectory.ts';

/** Compressed bytes of a block of one byte per pixel; LZW makes at most one and a half of one. */
const mostBytesOf = (pixels: number): number => 2 * pixels + 1_024;

/**
 * The first image of a TIFF with a checked directory. Reads of a block are limited by the block's pixels.
 * @param left ends all of its reads
 * @throws TileDamaged, errors of the ranges, and geotiff.js's own errors
 */
export async function openTiff(ranges: ByteRanges, left: AbortSignal): Promise<GeoTIFFImage> {
  const source = new BlockSource(ranges, left);
  const blockPixels = await checkDirectory(source);
  const image = await (await GeoTIFF.fromSource(source)).getImage();
  source.complete = true;
  const read = image.getTileOrStrip.bind(image);
  image.getTileOrStrip = async (x, y, ...asked) => {
    const bytes = await blockBytes(image, x, y);
    if (!(bytes <= mostBytesOf(blockPixels))) {
      throw new TileDamaged(`The file says that a block of ${blockPixels} pixels takes ${bytes} bytes.`);
    }
    return read(x, y, ...asked);
  };
  return image;
}

/** Compressed bytes of a strip or tile, as the file says it. */
export async function blockBytes(image: GeoTIFFImage, x: number, y: number): Promise<number> {
  const counts = image.isTiled ? 'TileByteCounts' : 'StripByteCounts';
  const index = y * Math.ceil(image.getWidth() / image.getTileWidth()) + x;
  return Number(await image.fileDirectory.loadValueIndexed(counts, index));
}
