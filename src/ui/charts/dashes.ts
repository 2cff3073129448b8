/** Dashes that can be told apart, as SVG writes them; the first is a whole line. */
const dashes = [undefined, '7 4', '2 3', '10 3 2 3', '14 4', '6 3 1 3 1 3'] as const

export const dashOf = (index: number): string | undefined => dashes[index % dashes.length]
