/** Where the build wrote what antd looks like (build/antd.ts); null where antd works it out itself. */
export const antdSheetAddress: string | null = null
