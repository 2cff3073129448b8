import { expect, it } from 'vitest'
import { isMarkup, readMarkup, refuseOtherFormats } from './markupFile.ts'

it('a web page gives its largest table, with spans, entities and line breaks', () => {
  const page = `\ufeff<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{color:red}</style></head><body>
    <table><tr><td>Report</td></tr></table>
    <table border=1>
      <thead><tr><th>Asset Tag<th>Name</th><th colspan="2">Place</th></tr></thead>
      <tr><td rowspan=2>A&nbsp;1</td><td>Pump &amp; <b>motor</b></td><td>Hall</td><td>1</td></tr>
      <tr><td>Fan<br>old</td><td>"Yard"</td><td></td></tr>
    </table></body></html>`
  expect(isMarkup(page)).toBe(true)
  expect(readMarkup(page)).toBe(
    'Asset Tag,Name,Place,\nA 1,Pump & motor,Hall,1\n,"Fan\nold","""Yard""",',
  )
})

it('an XML spreadsheet of Excel 2003 gives its rows where they stand', () => {
  const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Worksheet ss:Name="Assets"><Table>
      <Row><Cell><Data ss:Type="String">Name</Data></Cell><Cell ss:Index="3"><Data ss:Type="String">Cost</Data><Comment><Data>no</Data></Comment></Cell></Row>
      <Row ss:Index="4"><Cell ss:MergeAcross="1"><Data ss:Type="String">Pump</Data></Cell><Cell><Data ss:Type="Number">12.5</Data></Cell></Row>
    </Table></Worksheet></Workbook>`
  expect(readMarkup(xml)).toBe('Name,,Cost\n\n\nPump,,12.5')
})

it.each([
  ['{"assets":[{"name":"Pump"}]}', 'isJson'],
  ['[{"name":"Pump"}]', 'isJson'],
  ['%PDF-1.7\n', 'isPdf'],
  ['MIME-Version: 1.0\nX-Document-Type: Workbook\n', 'isWebArchive'],
] as const)('a file of another format is refused with a reason: %s', (text, code) => {
  expect(() => refuseOtherFormats(text)).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ code })] }),
  )
})

it('markup without a table is refused', () => {
  expect(() => readMarkup('<rss><item>Pump</item></rss>')).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ code: 'noTable' })] }),
  )
})

it.each(['name,type\n', '[Assets]\nname,type\n', '(draft) name\n'])('text is text: %j', (text) => {
  expect(isMarkup(text)).toBe(false)
  expect(() => refuseOtherFormats(text)).not.toThrow()
})
