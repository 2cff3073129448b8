/** A plan as an office would print it: a one-page PDF, written byte by byte. */

interface Box {
  x: number
  y: number
  wide: number
  deep: number
}

/** Points from the lower corner, as in PDF. */
export function planPdf(wide: number, high: number, boxes: readonly Box[], title: string): Buffer {
  const drawing = [
    '1.2 w',
    ...boxes.map(({ x, y, wide: across, deep }) => `${x} ${y} ${across} ${deep} re S`),
    `BT /F1 14 Tf 24 ${high - 24} Td (${title}) Tj ET`,
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents 4 0 R
       /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((body, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return start
  })
  const table = text.length
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
