import type { VenueImport } from '#contract/venue/venueImports.ts'

/** A building model that does not say where it stands. */
export const lacksPosition = ({ faults }: Pick<VenueImport, 'faults'>): boolean =>
  faults.some(({ code }) => code === 'withoutPosition')
