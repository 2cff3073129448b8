/** What page and worker say to each other: a picture, and what stands in it. */
export type ToReader = ImageBitmap
export type FromReader = { text: string | null } | { failed: true }
