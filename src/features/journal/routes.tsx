import type { FeatureRoutes } from '#lib/paths.ts'

const page = () => import('./JournalPage.tsx').then((file) => ({ Component: file.JournalPage }))

export const journalRoutes = {
  journal: page,
  entityJournal: page,
  companyEntityJournal: page,
  companyKindJournal: page,
  kindJournal: page,
} satisfies FeatureRoutes
