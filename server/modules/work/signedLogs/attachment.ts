/**
 * Attaches the record to the PDF as an incremental update (ISO 32000, 7.5.6), because the drawing
 * library cannot. Uncompressed, so that the verifier needs no decompressor.
 */
import { ATTACHMENT } from '#contract/signedLog/read.ts'

export function attachRecord(pdf: Buffer, record: string): Buffer {
  const text = pdf.toString('latin1')
  const trailer = text.slice(text.lastIndexOf('\ntrailer'))
  const size = Number(need(/\/Size (\d+)/.exec(trailer)))
  const root = need(/\/Root (\d+) 0 R/.exec(trailer))
  const before = need(/startxref\s+(\d+)/.exec(trailer))
  const info = /\/Info \d+ 0 R/.exec(trailer)?.[0] ?? ''
  const id = /\/ID \[[^\]]*\]/.exec(trailer)?.[0] ?? ''
  const catalog = bodyOf(text, root)
  const names = need(/\/Names (\d+) 0 R/.exec(catalog))
  const [fileAt, specAt] = [size, size + 1]
  const bytes = Buffer.from(record)
  const objects = [
    {
      number: Number(names),
      parts: [
        `<<\n${bodyOf(text, names)}\n/EmbeddedFiles << /Names [(${ATTACHMENT}) ${specAt} 0 R] >>\n>>`,
      ],
    },
    {
      number: fileAt,
      parts: [
        `<< /Type /EmbeddedFile /Subtype /application#2Fjson /Length ${bytes.length} >>\nstream\n`,
        bytes,
        '\nendstream',
      ],
    },
    {
      number: specAt,
      parts: [
        `<< /Type /Filespec /AFRelationship /Source /F (${ATTACHMENT}) /UF (${ATTACHMENT})` +
          ` /EF << /F ${fileAt} 0 R >> >>`,
      ],
    },
  ]
  const chunks: Buffer[] = [pdf, Buffer.from('\n')]
  let at = pdf.length + 1
  const table: string[] = []
  for (const { number, parts } of objects) {
    const chunk = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      ...parts.map((part) => Buffer.from(part)),
      Buffer.from('\nendobj\n'),
    ])
    table.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`)
    chunks.push(chunk)
    at += chunk.length
  }
  chunks.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${size + 2}` +
        ` /Root ${root} 0 R ${info} ${id} /Prev ${before} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}

function bodyOf(text: string, number: string): string {
  const start = text.indexOf(`\n${number} 0 obj\n<<`)
  const end = text.indexOf('\nendobj', start)
  const whole = text.slice(text.indexOf('<<', start) + 2, end)
  if (start < 0 || end < 0) throw new Error('The PDF is not as its library writes it')
  return whole.slice(0, whole.lastIndexOf('>>'))
}

function need(found: RegExpExecArray | null): string {
  if (found?.[1] === undefined) throw new Error('The PDF is not as its library writes it')
  return found[1]
}
