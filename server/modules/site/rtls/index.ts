export { rtlsHandlers } from './routes.ts'
export { planHandlers } from './venueRoutes.ts'
export { venueHandlers } from './venueRoutes.ts'
