export { mayHearOf, namesOf } from './names.ts'
export { referenceHandlers } from './routes.ts'
