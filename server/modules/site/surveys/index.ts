export { surveyHandlers } from './surveyRoutes.ts'
export { carriedTags } from './surveys.ts'
