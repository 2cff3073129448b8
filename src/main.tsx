import { renderApplication } from './app/renderApplication.ts'

renderApplication()
