export const procedureTargets = ['equipment', 'location', 'either'] as const
