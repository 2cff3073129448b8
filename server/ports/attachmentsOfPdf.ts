export async function attachmentsOfPdf(
  data: Uint8Array,
): Promise<{ filename: string; content: Uint8Array }[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const found: unknown = await (await task.promise).getAttachments()
    return Object.values(found ?? {}) as { filename: string; content: Uint8Array }[]
  } finally {
    await task.destroy()
  }
}
