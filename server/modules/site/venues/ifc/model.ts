/**
 * Access to an IFC model (ISO 16739, IFC2x3 and IFC4) through web-ifc, which returns untyped
 * values. Lengths are metres and z points up, whatever the file's unit.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { badInput } from '#kernel/http/errors.ts'
import type { Point3, Triangle } from './footprint.ts'

type Library = typeof import('web-ifc')
export type IfcTypeName =
  | 'IFCBUILDING'
  | 'IFCBUILDINGSTOREY'
  | 'IFCCOLUMN'
  | 'IFCCURTAINWALL'
  | 'IFCDISTRIBUTIONELEMENT'
  | 'IFCDOOR'
  | 'IFCFURNISHINGELEMENT'
  | 'IFCGEOMETRICREPRESENTATIONCONTEXT'
  | 'IFCMAPCONVERSION'
  | 'IFCPROJECT'
  | 'IFCRELAGGREGATES'
  | 'IFCRELCONTAINEDINSPATIALSTRUCTURE'
  | 'IFCRELDEFINESBYPROPERTIES'
  | 'IFCRELDEFINESBYTYPE'
  | 'IFCSITE'
  | 'IFCSLAB'
  | 'IFCSPACE'
  | 'IFCTRANSPORTELEMENT'
  | 'IFCWALL'
  | 'IFCWINDOW'

/** An entity's attributes by name, as web-ifc returns them. Read them with the functions below. */
export type Entity = Readonly<Record<string, unknown>>

interface Placement {
  origin: Point3
  /** Direction of the local x axis on the ground; of length one, unless it is vertical. */
  along: { x: number; y: number }
}

export interface IfcModel {
  all(type: IfcTypeName): number[]
  entity(id: number): Entity
  /** Type name in the schema's spelling, such as `IfcPump`. */
  typeName(id: number): string
  triangles(id: number): Triangle[]
  /** Null if the product has no placement. */
  placement(entity: Entity): Placement | null
  /** Metres per length unit of the file. */
  unit: number
}

/** Throws 400 brokenModel if the model cannot be read. */
export async function withModel<T>(
  bytes: Uint8Array,
  use: (model: IfcModel) => T | Promise<T>,
): Promise<T> {
  const library: Library = await import('web-ifc')
  const api = new library.IfcAPI()
  // The module searches for its binary next to the importing file.
  const folder = dirname(createRequire(import.meta.url).resolve('web-ifc'))
  await api.Init((path) => join(folder, path), true)
  api.SetLogLevel(library.LogLevel.LOG_LEVEL_OFF)
  const id = opened(api, bytes)
  try {
    return await use(modelOf(library, api, id))
  } finally {
    api.CloseModel(id)
  }
}

/** web-ifc throws, or returns -1, if it does not know the file's schema. */
function opened(api: InstanceType<Library['IfcAPI']>, bytes: Uint8Array): number {
  const broken = () =>
    badInput('body.file', 'brokenModel', 'This IFC model cannot be read. Export it again.')
  let id: number
  try {
    id = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: false })
  } catch {
    throw broken()
  }
  if (id < 0) throw broken()
  return id
}

function modelOf(library: Library, api: InstanceType<Library['IfcAPI']>, model: number): IfcModel {
  const all = (type: IfcTypeName): number[] => {
    const found = api.GetLineIDsWithType(model, library[type], true)
    const ids = Array.from({ length: found.size() }, (_none, index) => found.get(index))
    deleted(found)
    return ids
  }
  const entity = (id: number): Entity => api.GetLine(model, id) as Entity
  const unit = lengthUnit(all, entity)
  return {
    all,
    entity,
    unit,
    typeName: (id) => String(api.GetNameFromTypeCode(Number(api.GetLineType(model, id)))),
    triangles(id) {
      const mesh = api.GetFlatMesh(model, id)
      const found: Triangle[] = []
      for (let index = 0; index < mesh.geometries.size(); index += 1) {
        const { geometryExpressID, flatTransformation } = mesh.geometries.get(index)
        const geometry = api.GetGeometry(model, geometryExpressID)
        const values = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
        const corners = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
        const at = (corner: number): Point3 =>
          moved(flatTransformation, values, (corners[corner] ?? 0) * VALUES_A_VERTEX)
        for (let first = 0; first + 2 < corners.length; first += 3)
          found.push([at(first), at(first + 1), at(first + 2)])
        geometry.delete()
      }
      deleted(mesh.geometries)
      return found
    },
    placement(product) {
      const id = referenceOf(product['ObjectPlacement'])
      if (id === null) return null
      const [ax = 1, ay = 0, , , , , , , , , , , x = 0, y = 0, z = 0] = api.GetWorldTransformMatrix(
        model,
        id,
      )
      const length = Math.hypot(ax, ay) || 1
      return {
        origin: { x: x * unit, y: y * unit, z: z * unit },
        along: { x: ax / length, y: ay / length },
      }
    },
  }
}

/** Frees a vector of the library, which holds memory outside the heap. Its types lack `delete`. */
function deleted(vector: object): void {
  if ('delete' in vector && typeof vector.delete === 'function') vector.delete()
}

const VALUES_A_VERTEX = 6

/** The library's meshes have y up. */
function moved(matrix: readonly number[], values: Float32Array, at: number): Point3 {
  const [x = 0, y = 0, z = 0] = [values[at], values[at + 1], values[at + 2]]
  const row = (index: number): number =>
    (matrix[index] ?? 0) * x +
    (matrix[index + 4] ?? 0) * y +
    (matrix[index + 8] ?? 0) * z +
    (matrix[index + 12] ?? 0)
  return { x: row(0), y: -row(2), z: row(1) }
}

const PREFIXES: Readonly<Record<string, number>> = {
  KILO: 1e3,
  DECI: 0.1,
  CENTI: 0.01,
  MILLI: 0.001,
}

function lengthUnit(all: (type: IfcTypeName) => number[], entity: (id: number) => Entity): number {
  const [project] = all('IFCPROJECT')
  const assigned = project === undefined ? null : referenceOf(entity(project)['UnitsInContext'])
  const units = assigned === null ? [] : referencesOf(entity(assigned)['Units']).map(entity)
  const length = units.find((unit) => textOf(unit['UnitType']) === 'LENGTHUNIT')
  return length === undefined ? 1 : metresOf(length, entity)
}

function metresOf(unit: Entity, entity: (id: number) => Entity): number {
  const conversion = referenceOf(unit['ConversionFactor'])
  if (conversion === null) return PREFIXES[textOf(unit['Prefix'])] ?? 1
  const factor = entity(conversion)
  const base = referenceOf(factor['UnitComponent'])
  return (
    (numberOf(factor['ValueComponent']) ?? 1) * (base === null ? 1 : metresOf(entity(base), entity))
  )
}

const valueOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'value' in value ? value.value : value

export function textOf(value: unknown): string {
  const plain = valueOf(value)
  return typeof plain === 'string' ? plain : typeof plain === 'number' ? String(plain) : ''
}

export function numberOf(value: unknown): number | null {
  const plain = valueOf(value)
  return typeof plain === 'number' && Number.isFinite(plain) ? plain : null
}

export function numbersOf(value: unknown): number[] {
  const plain = valueOf(value)
  return Array.isArray(plain) ? plain.flatMap((one: unknown) => numberOf(one) ?? []) : []
}

export function referenceOf(value: unknown): number | null {
  const isHandle =
    typeof value === 'object' && value !== null && 'type' in value && value.type === REFERENCE
  return isHandle ? numberOf(value) : null
}
const REFERENCE = 5

export const referencesOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.flatMap((one: unknown) => referenceOf(one) ?? []) : []
