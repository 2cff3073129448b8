import { untilLoaded } from './lateFiles.ts'

export const loadPdfReader = () =>
  untilLoaded(async () => {
    const [reader, { default: worker }] = await Promise.all([
      import('pdfjs-dist'),
      import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
    ])
    reader.GlobalWorkerOptions.workerSrc = worker
    return reader
  }, 'part')

export async function attachmentsOfPdf(
  data: Uint8Array,
): Promise<{ filename: string; content: Uint8Array }[]> {
  const reader = await loadPdfReader()
  const task = reader.getDocument({ data, isEvalSupported: false, enableXfa: false })
  try {
    return attachmentsIn(await task.promise)
  } finally {
    await task.destroy()
  }
}

const attachmentsIn = async (pdf: { getAttachments(): Promise<unknown> }) =>
  Object.values((await pdf.getAttachments()) ?? {}) as { filename: string; content: Uint8Array }[]
