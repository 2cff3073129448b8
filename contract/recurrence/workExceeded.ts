/** Thrown if expanding a rule exceeds its work limit. */
export class WorkExceeded extends Error {}
