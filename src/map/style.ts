/**
 * The map's style: no tiles, fonts or images from outside. Colours are design tokens; the page
 * draws the labels.
 */
import type { StyleSpecification } from 'maplibre-gl'
import type { RoomUse } from '#contract/venue/roomUses.ts'
import { roomTints, schemes, type Scheme } from '#ui/theme/tokens.ts'

export interface MapColours {
  ground: string
  lawn: string
  paved: string
  path: string
  road: string
  roadEdge: string
  water: string
  tree: string
  treeEdge: string
  house: string
  houseEdge: string
  shadow: string
  rooms: Record<RoomUse, string>
  wall: string
  wallSide: string
  sill: string
  door: string
  window: string
  text: string
  quiet: string
  halo: string
  paper: string
  sign: string
  accent: string
  selected: string
}

const plain = {
  light: {
    ground: '#eceeea',
    lawn: '#e3eed9',
    paved: '#ebe8e1',
    path: '#f8f5ec',
    road: '#ffffff',
    roadEdge: '#d5d8d3',
    water: '#c2e0ef',
    tree: '#c3deb3',
    treeEdge: '#9fc48b',
    house: '#e2e3e4',
    houseEdge: '#b9bfc3',
    shadow: '#33474f',
    wall: '#56646d',
    wallSide: '#8a98a1',
    sill: '#b9c3c9',
    door: '#a9764a',
    window: '#8fcbd8',
    halo: '#ffffff',
    paper: '#ffffff',
    sign: '#5a6b76',
    selected: '#a9dcdb',
  },
  dark: {
    ground: '#12181b',
    lawn: '#19251d',
    paved: '#20272a',
    path: '#2b3133',
    road: '#2a3236',
    roadEdge: '#1a2124',
    water: '#15303f',
    tree: '#223a28',
    treeEdge: '#2f5138',
    house: '#232b2f',
    houseEdge: '#3c484e',
    shadow: '#000000',
    wall: '#93a4ae',
    wallSide: '#5c6c76',
    sill: '#48555d',
    door: '#b98a5f',
    window: '#3f8b9a',
    halo: '#141b1f',
    paper: '#1b2429',
    sign: '#a5b5bf',
    selected: '#1f5a5e',
  },
} as const

export function mapColours(scheme: Scheme): MapColours {
  const { text, textQuiet, accent } = schemes[scheme]
  return { ...plain[scheme], rooms: roomTints[scheme], text, quiet: textQuiet, accent }
}

export const emptyStyle = (scheme: Scheme): StyleSpecification => ({
  version: 8,
  // Removes layers at once: by default the library fades them, and draws during that time.
  transition: { duration: 0, delay: 0 },
  sources: {},
  layers: [
    {
      id: 'ground',
      type: 'background',
      paint: { 'background-color': mapColours(scheme).ground },
    },
  ],
})
