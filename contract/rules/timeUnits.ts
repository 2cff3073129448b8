/** Years, months, weeks, days, hours or minutes (spec section 9). */
export const timeUnits = ['years', 'months', 'weeks', 'days', 'hours', 'minutes'] as const
