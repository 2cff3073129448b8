import type { ScannedCode } from '#contract/search.ts'

export type ToReader = ImageBitmap
export type FromReader = { codes: ScannedCode[] } | { failed: true }
