/** Which sizes of a picture can be laid under a plan. Pure. */
import { PICTURE_PIXELS, pixelsOf, type Size } from '#contract/rules/pictureSize.ts'

/** Pictures stored before `PICTURE_PIXELS` was the limit: what was taken then is still shown. */
export const STORED_PIXELS = 160_000_000

/** Of less nothing can be made out, nor a point be laid exactly. */
export const MIN_SIDE = 50
/** The longest of plans: of a row of platforms, or a tunnel. Of what is longer only a line is seen. */
export const MAX_PROPORTION = 40

export type SizeFault = 'tooManyPixels' | 'tooSmall' | 'tooLong'

export const isVast = (size: Size): boolean => pixelsOf(size) > STORED_PIXELS

/** Of a page, whose units are points, it matters only how long it is. */
export const faultOfProportion = ({ width, height }: Size): 'tooLong' | null =>
  Math.max(width, height) > MAX_PROPORTION * Math.min(width, height) ? 'tooLong' : null

export const faultOfSize = (size: Size): SizeFault | null =>
  pixelsOf(size) > PICTURE_PIXELS
    ? 'tooManyPixels'
    : Math.min(size.width, size.height) < MIN_SIDE
      ? 'tooSmall'
      : faultOfProportion(size)
