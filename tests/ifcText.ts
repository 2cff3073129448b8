/** IFC models for tests, written as the programs of architects write them (ISO 10303-21). */

type Point = readonly [x: number, y: number]

interface Properties {
  /** Properties by the names of their property sets. */
  [set: string]: Readonly<Record<string, string>>
}
interface IfcThing {
  entity: string
  name: string
  tag?: string
  type?: string
  properties?: Properties
  typeProperties?: Properties
}
interface IfcSpaceFacts {
  name: string
  longName?: string
  /** Corners in metres, without repeating the first. */
  outline: readonly Point[]
  /** Metres. */
  height?: number
  kind?: 'SPACE' | 'GFA'
  things?: readonly IfcThing[]
  parts?: readonly IfcSpaceFacts[]
}
interface IfcStoreyFacts {
  name: string
  /** Metres. */
  elevation: number
  spaces?: readonly IfcSpaceFacts[]
  /** Walls from corner to corner, in metres. */
  walls?: readonly (readonly [Point, Point])[]
  /**
   * Doors at a corner, along x or y, with a width. Metres. `hasWidth`: if false, only the body
   * gives the width.
   */
  doors?: readonly { at: Point; along: 'x' | 'y'; width: number; hasWidth?: boolean }[]
  things?: readonly IfcThing[]
  /** Panels from corner to corner, in metres. */
  curtainWalls?: readonly (readonly (readonly [Point, Point])[])[]
  slabs?: readonly (readonly Point[])[]
}
export interface IfcFacts {
  schema?: 'IFC2X3' | 'IFC4'
  unit?: 'metre' | 'millimetre' | 'foot'
  /** Degrees, minutes, seconds, millionths. */
  latitude?: readonly number[]
  longitude?: readonly number[]
  /** Direction of true north on the model's ground. */
  north?: Point
  /**
   * Grid position of the model's origin, in metres. `turned`: degrees from the grid's east to the x
   * axis.
   */
  grid?: { crs: string; east: number; north: number; turned?: number; scale?: number }
  building?: string
  storeys: readonly IfcStoreyFacts[]
}

const METRES = { metre: 1, millimetre: 0.001, foot: 0.3048 }
const WALL = 0.2
const PANEL = 0.03

export function ifcText(facts: IfcFacts): string {
  const { schema = 'IFC4', unit = 'metre', north, building = 'Clinic', storeys } = facts
  const lines: string[] = []
  const add = (entity: string): string => `#${lines.push(entity)}`
  let ids = 0
  const guid = (): string => `'0${String((ids += 1)).padStart(21, '0')}'`
  const text = (value: string | undefined): string =>
    value === undefined ? '$' : `'${encoded(value)}'`
  const real = (value: number): string => value.toFixed(9)
  const length = (metres: number): string => real(metres / METRES[unit])
  const list = (values: readonly string[]): string => `(${values.join(',')})`
  const point = (...metres: number[]): string =>
    add(`IFCCARTESIANPOINT(${list(metres.map(length))})`)
  const direction = (...parts: number[]): string => add(`IFCDIRECTION(${list(parts.map(real))})`)

  const up = direction(0, 0, 1)
  const east = direction(1, 0, 0)
  const axes = (at: string, x = east): string => add(`IFCAXIS2PLACEMENT3D(${at},${up},${x})`)
  const placed = (at: string, x = east): string => add(`IFCLOCALPLACEMENT($,${axes(at, x)})`)
  const zero = placed(point(0, 0, 0))
  const metre = add(`IFCSIUNIT(*,.LENGTHUNIT.,${unit === 'millimetre' ? '.MILLI.' : '$'},.METRE.)`)
  const footOf = (base: string): string => {
    const size = add('IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0)')
    const factor = add(`IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),${base})`)
    return add(`IFCCONVERSIONBASEDUNIT(${size},.LENGTHUNIT.,'FOOT',${factor})`)
  }
  const units = add(`IFCUNITASSIGNMENT((${unit === 'foot' ? footOf(metre) : metre}))`)
  const trueNorth = north === undefined ? '$' : direction(...north)
  const context = add(
    `IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,${axes(point(0, 0, 0))},${trueNorth})`,
  )
  const project = add(`IFCPROJECT(${guid()},$,'Project',$,$,$,$,(${context}),${units})`)
  if (facts.grid !== undefined) {
    const { crs, east: x, north: y, turned = 0, scale } = facts.grid
    const [cos, sin] = [Math.cos, Math.sin].map((of) => real(of((turned * Math.PI) / 180)))
    const target = add(`IFCPROJECTEDCRS(${text(crs)},$,$,$,$,$,$)`)
    add(
      `IFCMAPCONVERSION(${context},${target},${real(x)},${real(y)},0.,${cos},${sin},${scale === undefined ? '$' : real(scale)})`,
    )
  }
  const angle = (parts: readonly number[] | undefined): string =>
    parts === undefined ? '$' : list(parts.map(String))
  const site = add(
    `IFCSITE(${guid()},$,'Site',$,$,${zero},$,$,.ELEMENT.,${angle(facts.latitude)},${angle(facts.longitude)},0.,$,$)`,
  )
  const house = add(`IFCBUILDING(${guid()},$,${text(building)},$,$,${zero},$,$,.ELEMENT.,$,$,$)`)
  const aggregate = (whole: string, parts: readonly string[]): void => {
    if (parts.length > 0) add(`IFCRELAGGREGATES(${guid()},$,$,$,${whole},${list(parts)})`)
  }
  const contain = (whole: string, parts: readonly string[]): void => {
    if (parts.length > 0)
      add(`IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid()},$,$,$,${list(parts)},${whole})`)
  }
  const body = (outline: readonly Point[], height: number, z: number): string => {
    const corners = [...outline, ...outline.slice(0, 1)].map((corner) => point(...corner))
    const profile = add(
      `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${add(`IFCPOLYLINE(${list(corners)})`)})`,
    )
    const solid = add(
      `IFCEXTRUDEDAREASOLID(${profile},${axes(point(0, 0, z))},${up},${length(height)})`,
    )
    const shape = add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${solid}))`)
    return add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${shape}))`)
  }
  const propertySets = (sets: Properties): string[] =>
    Object.entries(sets).map(([name, values]) => {
      const single = Object.entries(values).map(([key, value]) =>
        add(`IFCPROPERTYSINGLEVALUE(${text(key)},$,IFCLABEL(${text(value)}),$)`),
      )
      return add(`IFCPROPERTYSET(${guid()},$,${text(name)},$,${list(single)})`)
    })
  const thing = ({
    entity,
    name,
    tag,
    type,
    properties = {},
    typeProperties,
  }: IfcThing): string => {
    const isFurniture = /FURN/.test(entity)
    const last = schema === 'IFC4' && !isFurniture ? ',$' : ''
    const made = add(`${entity}(${guid()},$,${text(name)},$,$,${zero},$,${text(tag)}${last})`)
    for (const set of propertySets(properties))
      add(`IFCRELDEFINESBYPROPERTIES(${guid()},$,$,$,(${made}),${set})`)
    if (type !== undefined) {
      const sets = propertySets(typeProperties ?? {})
      const ofType = add(
        `IFCFURNITURETYPE(${guid()},$,${text(type)},$,$,${sets.length > 0 ? list(sets) : '$'},$,$,$,.NOTDEFINED.${schema === 'IFC4' ? ',$' : ''})`,
      )
      add(`IFCRELDEFINESBYTYPE(${guid()},$,$,$,(${made}),${ofType})`)
    }
    return made
  }
  const space = (storey: IfcStoreyFacts, one: IfcSpaceFacts): string => {
    const shape = body(one.outline, one.height ?? 3, storey.elevation)
    const kind = schema === 'IFC4' ? `.${one.kind ?? 'SPACE'}.` : '.INTERNAL.'
    const made = add(
      `IFCSPACE(${guid()},$,${text(one.name)},$,$,${zero},${shape},${text(one.longName)},.ELEMENT.,${kind},$)`,
    )
    aggregate(
      made,
      (one.parts ?? []).map((part) => space(storey, part)),
    )
    contain(made, (one.things ?? []).map(thing))
    return made
  }
  const last = schema === 'IFC4' ? ',$' : ''
  const upright = (
    storey: IfcStoreyFacts,
    [from, to]: readonly [Point, Point],
    [entity, thick]: readonly [string, number],
  ): string => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const size = Math.hypot(dx, dy)
    const [ox, oy] = [(-dy / size) * thick, (dx / size) * thick]
    const corners: Point[] = [from, to, [to[0] + ox, to[1] + oy], [from[0] + ox, from[1] + oy]]
    return add(
      `${entity}(${guid()},$,'Wall',$,$,${zero},${body(corners, 3, storey.elevation)},$${last})`,
    )
  }
  const curtainWall = (
    storey: IfcStoreyFacts,
    panels: readonly (readonly [Point, Point])[],
  ): string => {
    const whole = add(`IFCCURTAINWALL(${guid()},$,'Curtain wall',$,$,${zero},$,$${last})`)
    aggregate(
      whole,
      panels.map((panel) => upright(storey, panel, ['IFCPLATE', PANEL])),
    )
    return whole
  }
  const slab = ({ elevation }: IfcStoreyFacts, corners: readonly Point[]): string =>
    add(`IFCSLAB(${guid()},$,'Slab',$,$,${zero},${body(corners, 0.2, elevation - 0.2)},$,.FLOOR.)`)
  const door = (
    { elevation }: IfcStoreyFacts,
    { at, along, width, hasWidth = true }: NonNullable<IfcStoreyFacts['doors']>[number],
  ): string => {
    const x = along === 'x' ? east : direction(0, 1, 0)
    const rest = schema === 'IFC4' ? ',.DOOR.,.SINGLE_SWING_LEFT.,$' : ''
    const place = placed(point(...at, elevation), x)
    if (hasWidth)
      return add(
        `IFCDOOR(${guid()},$,'Door',$,$,${place},$,$,${length(2)},${length(width)}${rest})`,
      )
    const leaf: Point[] = [
      [0, 0],
      [width, 0],
      [width, 0.1],
      [0, 0.1],
    ]
    return add(`IFCDOOR(${guid()},$,'Door',$,$,${place},${body(leaf, 2, 0)},$,$,$${rest})`)
  }
  const made = storeys.map((storey) => {
    const id = add(
      `IFCBUILDINGSTOREY(${guid()},$,${text(storey.name)},$,$,${zero},$,$,.ELEMENT.,${length(storey.elevation)})`,
    )
    aggregate(
      id,
      (storey.spaces ?? []).map((one) => space(storey, one)),
    )
    contain(id, [
      ...(storey.walls ?? []).map((one) => upright(storey, one, ['IFCWALL', WALL])),
      ...(storey.curtainWalls ?? []).map((one) => curtainWall(storey, one)),
      ...(storey.slabs ?? []).map((one) => slab(storey, one)),
      ...(storey.doors ?? []).map((one) => door(storey, one)),
      ...(storey.things ?? []).map(thing),
    ])
    return id
  })
  aggregate(house, made)
  aggregate(site, [house])
  aggregate(project, [site])
  return [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');",
    "FILE_NAME('clinic.ifc','2026-11-29T00:00:00',(''),(''),'','','');",
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    ...lines.map((line, index) => `#${index + 1}=${line};`),
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n')
}

/** Encodes characters beyond ASCII as ISO 10303-21 does. */
const encoded = (text: string): string =>
  text
    .replaceAll("'", "''")
    .replaceAll(
      /[^ -~]+/g,
      (part) =>
        `\\X2\\${Buffer.from(part, 'utf16le').swap16().toString('hex').toUpperCase()}\\X0\\`,
    )
