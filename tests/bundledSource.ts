/**
 * Folder of the bundled server of a test run. Starting from the source takes twice the processor
 * time.
 */
export const bundledSource = '.cache/sourceServer'
