import { HEAD, mimeOf } from '#contract/rules/fileContent.ts'

/** What a file is by its bytes; what is only called a picture is none. */
export const shownType = async (file: File): Promise<string> =>
  mimeOf(file.type, new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
