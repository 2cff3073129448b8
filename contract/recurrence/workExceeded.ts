/** A rule has looked at more than it should. */
export class WorkExceeded extends Error {}
