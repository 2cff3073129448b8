/** Columns of a list that show own fields. */
export const MAX_OWN_COLUMNS = 5
