export class WorkExceeded extends Error {}
