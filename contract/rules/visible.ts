/**
 * What nobody sees: blanks of every width, the marks that only join, part or turn what stands beside
 * them, and the two letters and the pattern of Braille that are drawn as nothing.
 */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Whether a reader sees anything of it. Inside words such marks stay: Persian, Arabic and the pictures
 * made of several people are written with joiners.
 */
export const hasVisible = (text: string): boolean => text.replace(unseen, '') !== ''
