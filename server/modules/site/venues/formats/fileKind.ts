import { prefix } from '#contract/rules/truncate.ts'
import { badInput } from '#kernel/http/errors.ts'

type Kind = 'archive' | 'ifc' | 'osmXml' | 'text' | { unread: string }

const unread = (name: string): Kind => ({ unread: name })
const startsWith = (bytes: Buffer, text: string): boolean =>
  bytes.subarray(0, text.length).toString('latin1') === text
const isBytes = (bytes: Buffer, ...wanted: number[]): boolean =>
  bytes.subarray(0, wanted.length).equals(Buffer.from(wanted))

export function kindOfFile(bytes: Buffer): Kind {
  if (startsWith(bytes, 'PK')) return 'archive'
  if (/^AC(10\d\d|1\.\d|2\.\d\d)/.test(bytes.subarray(0, 6).toString('latin1')))
    return unread('DWG')
  if (startsWith(bytes, 'AutoCAD Binary DXF')) return unread('DXF')
  if (isBytes(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return unread('Revit, Visio')
  if (startsWith(bytes, 'SQLite format 3')) return unread('GeoPackage')
  if (isBytes(bytes, 0, 0, 0x27, 0x0a)) return unread('Shapefile')
  if (bytes.subarray(0, 64).includes('OSMHeader')) return unread('OSM PBF')
  const picture = pictures.find(([start]) => startsWith(bytes, start))
  return picture ? unread(picture[1]) : kindOfText(bytes.subarray(0, 4096).toString('utf8'))
}

const pictures: readonly (readonly [string, string])[] = [
  ['%PDF-', 'PDF'],
  ['\x89PNG', 'PNG'],
  ['\xff\xd8\xff', 'JPEG'],
  ['GIF8', 'GIF'],
  ['RIFF', 'WebP'],
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
]

export function kindOfText(text: string): Kind {
  const start = prefix(text, 4096).replace(/^[\ufeff\s]+/, '')
  if (start.startsWith('ISO-10303-21')) return 'ifc'
  if (/^AC10\d\d/.test(start)) return unread('DWG')
  if (/^0\s*\r?\n\s*SECTION\b|^999\s*\r?\n/.test(start)) return unread('DXF')
  if (start.startsWith('%PDF-')) return unread('PDF')
  if (!start.startsWith('<')) return 'text'
  if (/<osm[\s>]/.test(start)) return 'osmXml'
  if (/<svg[\s>]/i.test(start)) return unread('SVG')
  if (/<(ifc:)?ifcxml/i.test(start)) return unread('ifcXML')
  if (/<html[\s>]|<!doctype html/i.test(start)) return unread('HTML')
  return unread(/<kml[\s>]/i.test(start) ? 'KML' : /opengis\.net\/gml/.test(start) ? 'GML' : 'XML')
}

export function refuseUnread(
  kind: Kind,
): asserts kind is Exclude<Kind, 'ifc' | { unread: string }> {
  // IFC models are read elsewhere (ifc/inProcess.ts).
  if (kind === 'ifc')
    throw badInput(
      'body.file',
      'severalModels',
      'An IFC model is read alone: one file, or an archive with one model.',
    )
  if (typeof kind === 'object') throw badInput('body.file', 'notAPlan', kind.unread)
}

export function kindOfName(name: string): Kind {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (ending === 'shp' || ending === 'dbf') return unread('Shapefile')
  if (ending === 'gpkg') return unread('GeoPackage')
  if (ending === 'pbf') return unread('OSM PBF')
  if (ending === 'ifcxml') return unread('ifcXML')
  return /^(dwg|dxf|rvt|kml|gml|pdf|png|jpe?g|webp|svg|tiff?)$/.test(ending)
    ? unread(ending.toUpperCase())
    : 'text'
}
