/**
 * Invisible characters: blanks of every width, joiners and direction marks, the Hangul fillers and
 * the empty Braille pattern.
 */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * False if the text has only invisible characters. Joiners inside text are fine: Persian, Arabic
 * and emoji of several people need them.
 */
export const hasVisible = (text: string): boolean => text.replace(unseen, '') !== ''
