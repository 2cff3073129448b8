export { locationFigureHandlers } from './figures.ts'
