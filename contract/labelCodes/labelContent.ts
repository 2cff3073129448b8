/** Content of a label. Separate from the reader, which only the scan page and the server load. */

/** Characters of one code. The longest GS1 labels in use have fewer. */
export const LABEL_TEXT_MAXIMUM = 1_000

export const labelStandards = ['gs1', 'hibc', 'iso15434'] as const

/** Days are yyyy-mm-dd. */
export interface LabelContent {
  standard: (typeof labelStandards)[number]
  /** 14 digits. */
  gtin?: string
  /** Product number of the manufacturer: GS1 240 and 241, the product of HIBC. */
  catalogueNumber?: string
  serial?: string
  lot?: string
  producedOn?: string
  expiresOn?: string
}
