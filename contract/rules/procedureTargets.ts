/** What a procedure is performed on: equipment, a location, or either. */
export const procedureTargets = ['equipment', 'location', 'either'] as const
