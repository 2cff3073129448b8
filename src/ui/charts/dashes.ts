/** SVG dash arrays that differ visibly. The first is a solid line. */
const dashes = [undefined, '7 4', '2 3', '10 3 2 3', '14 4', '6 3 1 3 1 3'] as const

export const dashPattern = (index: number): string | undefined => dashes[index % dashes.length]
