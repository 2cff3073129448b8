import { PICTURE_PIXELS, pixelsOf, type Size } from '#contract/rules/pictureSize.ts'

/** Former limit in pixels: pictures stored before `PICTURE_PIXELS` are still shown. */
export const STORED_PIXELS = 160_000_000

/** Pixels. Smaller pictures are unreadable and cannot be aligned exactly. */
export const MIN_SIDE = 50
/** Allows a row of platforms or a tunnel; longer pictures look like a line. */
export const MAX_PROPORTION = 40

export type SizeFault = 'tooManyPixels' | 'tooSmall' | 'tooLong'

export const isVast = (size: Size): boolean => pixelsOf(size) > STORED_PIXELS

/** Checks only the proportion, because a page's units are points. */
export const faultOfProportion = ({ width, height }: Size): 'tooLong' | null =>
  Math.max(width, height) > MAX_PROPORTION * Math.min(width, height) ? 'tooLong' : null

export const faultOfSize = (size: Size): SizeFault | null =>
  pixelsOf(size) > PICTURE_PIXELS
    ? 'tooManyPixels'
    : Math.min(size.width, size.height) < MIN_SIDE
      ? 'tooSmall'
      : faultOfProportion(size)
