/** Where a run of tests bundles the server: starting it from its source costs twice the processor. */
export const bundledSource = '.cache/sourceServer'
