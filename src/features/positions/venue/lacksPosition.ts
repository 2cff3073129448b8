import type { VenueImport } from '#contract/venue/venueImports.ts'

export const lacksPosition = ({ faults }: Pick<VenueImport, 'faults'>): boolean =>
  faults.some(({ code }) => code === 'withoutPosition')
