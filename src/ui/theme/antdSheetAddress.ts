/**
 * The address of the style sheet that the build wrote (build/antd.ts). Null if antd generates
 * styles at run time.
 */
export const antdSheetAddress: string | null = null
