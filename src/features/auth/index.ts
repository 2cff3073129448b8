/** The sign-in page's small script; the screens are in routes.tsx. */
export { noteLook } from './firstElements.ts'
export { takeUpFirstPage } from './firstPage.ts'
export { FIRST_WORDS_ID, firstWords } from './firstWords.ts'
