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
