import type { FeatureRoutes } from '#lib/paths.ts'

export const ticketRoutes = {
  tickets: () => import('./TicketsPage.tsx').then((page) => ({ Component: page.TicketsPage })),
  ticket: () => import('./TicketAddress.tsx').then((page) => ({ Component: page.TicketAddress })),
} satisfies FeatureRoutes
