export type ToReader = ImageBitmap
export type FromReader =
  /** Code 39 may be meant as Full ASCII (contract/rules/fullAscii.ts). */
  { text: string | null; isCode39: boolean } | { failed: true }
