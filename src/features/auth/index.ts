export { noteLook } from './firstElements.ts'
export { adoptFirstPage } from './firstPage.ts'
export { FIRST_WORDS_ID, firstWords } from './firstWords.ts'
