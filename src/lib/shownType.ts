import { HEAD, mimeOf } from '#contract/rules/fileContent.ts'

/** The file's type by its first bytes, whatever its name says. */
export const shownType = async (file: File): Promise<string> =>
  mimeOf(file.type, new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
