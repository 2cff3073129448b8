/** Layouts of label sheets on the market, in millimetres. */

interface LabelSheet {
  /** For a roll, the page is one label. */
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  /** From the page's edges to the first label. */
  margin: { start: number; top: number }
  gap: { across: number; down: number }
  padding: number
  text: LabelText
}

interface LabelText {
  name: number
  other: number
  nameLines: number
  placeLines: number
}

const text = {
  large: { name: 4.6, other: 3.6, nameLines: 3, placeLines: 2 },
  normal: { name: 3.6, other: 3, nameLines: 3, placeLines: 2 },
  small: { name: 3.2, other: 2.7, nameLines: 2, placeLines: 2 },
  tiny: { name: 1.8, other: 1.6, nameLines: 2, placeLines: 1 },
} as const satisfies Record<string, LabelText>

const single = <W extends number, H extends number>(width: W, height: H, words: LabelText) => ({
  page: { width, height },
  label: { width, height },
  columns: 1,
  rows: 1,
  margin: { start: 0, top: 0 },
  gap: { across: 0, down: 0 },
  padding: 2,
  text: words,
})

/** By product name. Each sheet is symmetric, so it can be laid from either side. */
export const labelSheets = {
  L7160: {
    page: { width: 210, height: 297 },
    label: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    margin: { start: 7.25, top: 15.15 },
    gap: { across: 2.5, down: 0 },
    padding: 2,
    text: text.normal,
  },
  L4731: {
    page: { width: 210, height: 297 },
    label: { width: 25.4, height: 10 },
    columns: 7,
    rows: 27,
    margin: { start: 8.6, top: 13.5 },
    gap: { across: 2.5, down: 0 },
    padding: 0.5,
    text: text.tiny,
  },
  '5160': {
    page: { width: 215.9, height: 279.4 },
    label: { width: 66.675, height: 25.4 },
    columns: 3,
    rows: 10,
    margin: { start: 4.7625, top: 12.7 },
    gap: { across: 3.175, down: 0 },
    padding: 2,
    text: text.small,
  },
  roll62: single(62, 29, text.normal),
  roll90x29: single(90, 29, text.normal),
  roll89x36: single(89, 36, text.normal),
  label51x25: single(51, 25, text.small),
  label57x32: single(57, 32, text.normal),
  label76x51: single(76, 51, text.large),
  label102x51: single(102, 51, text.large),
} as const satisfies Record<string, LabelSheet>

export type LabelSize = keyof typeof labelSheets
export const labelSizes = [
  'L7160',
  'L4731',
  '5160',
  'roll62',
  'roll90x29',
  'roll89x36',
  'label51x25',
  'label57x32',
  'label76x51',
  'label102x51',
] as const satisfies LabelSize[]

export const labelCodes = ['qr', 'dataMatrix', 'code128'] as const
export type LabelCode = (typeof labelCodes)[number]

/** Resolutions of label printers in dpi, by their commercial names. */
export const printerResolutions = ['203', '300', '600'] as const
export type PrinterResolution = (typeof printerResolutions)[number]
export const dotsInMillimetre: Readonly<Record<PrinterResolution, number>> = {
  '203': 8,
  '300': 12,
  '600': 24,
}

export const MAX_LABELS = 500

export const labelsOnSheet = (size: LabelSize): number =>
  labelSheets[size].columns * labelSheets[size].rows

interface LaidOut<T> {
  of: T
  /** Millimetres from the edge where a line begins; `top` from the top edge. */
  start: number
  top: number
}

/**
 * Fills sheets line by line. `first` is the first free label of a used sheet, from 1; a larger
 * number is clamped to the last.
 */
export function layLabels<T>(size: LabelSize, things: readonly T[], first = 1): LaidOut<T>[][] {
  const { columns, label, margin, gap } = labelSheets[size]
  const onSheet = labelsOnSheet(size)
  const skipped = Math.min(Math.max(1, Math.trunc(first)), onSheet) - 1
  const sheets: LaidOut<T>[][] = []
  things.forEach((of, index) => {
    const place = index + skipped
    const onThis = place % onSheet
    const sheet = (sheets[Math.floor(place / onSheet)] ??= [])
    sheet.push({
      of,
      start: inMicrons(margin.start + (onThis % columns) * (label.width + gap.across)),
      top: inMicrons(margin.top + Math.floor(onThis / columns) * (label.height + gap.down)),
    })
  })
  return sheets
}

const inMicrons = (millimetres: number): number => Math.round(millimetres * 1_000) / 1_000
