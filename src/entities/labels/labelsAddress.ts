import { labelCodes, labelSizes, MAX_LABELS, printerResolutions } from '#contract/rules/labels.ts'
import { inAddress } from '#lib/addressState.ts'
import { filterAddress } from '#entities/filterObject/filterAddress.ts'

export const labelsAddress = {
  of: inAddress.oneOf(['equipment', 'locations'], 'equipment'),
  search: inAddress.text(),
  ...filterAddress,
  import: inAddress.id('import'),
  things: inAddress.integers(MAX_LABELS),
  /** Only these locations. */
  only: inAddress.integers(MAX_LABELS),
  /** Only this location, without those inside it. */
  alone: inAddress.flag(),
  size: inAddress.oneOf(labelSizes, 'L7160'),
  code: inAddress.oneOf(labelCodes, 'qr'),
  /** Resolution of a label printer, in dpi. */
  dpi: inAddress.oneOf(printerResolutions, '203'),
  from: inAddress.count(1),
  /** The batch to print, counted from 1. */
  part: inAddress.count(1),
}
