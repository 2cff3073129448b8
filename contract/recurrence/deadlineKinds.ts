/** Of the deadline of an occurrence, in the order in which a form offers them. */
export const deadlineKinds = [
  'none',
  'hours',
  'workingHours',
  'endOfDay',
  'endOfWeek',
  'endOfMonth',
  'endOfYear',
  'custom',
] as const
