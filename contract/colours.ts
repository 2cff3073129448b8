/**
 * Spec section 9: the eight colour names. They carry meaning (status, level, series), never
 * decoration.
 */
export const colours = [
  'blue',
  'green',
  'orange',
  'purple',
  'pink',
  'red',
  'turquoise',
  'yellow',
] as const
export type Colour = (typeof colours)[number]
