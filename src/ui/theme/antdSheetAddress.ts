/** Where the build wrote what antd looks like (vite.antd); null where antd works it out itself. */
export const antdSheetAddress: string | null = null
