export { nounHandlers, type Noun } from './nouns.ts'
export { nounRoutes, things } from './routes.ts'
export { carriedBy, keyedBy, listedBy, type Use } from './uses.ts'
