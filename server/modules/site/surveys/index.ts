export { surveyHandlers } from './surveyRoutes.ts'
export { surveyTags } from './surveys.ts'
