/**
 * What the map shows: which building and floor, flat or in space, which layers and which thing.
 * What the address says goes before it; positions and beacons are the server's and are never kept
 * here.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** Flat, in space, and all floors of a building over each other. */
export type MapMode = '2D' | '3D' | 'stack'
export type MapLayer = 'locations' | 'equipment' | 'staticEquipment' | 'areas'
export interface RtlsState {
  buildingId: number | null
  floorId: number | null
  mode: MapMode
  /** `staticEquipment` asks for gateways and beacons too. */
  toggles: Record<Exclude<MapLayer, 'areas'>, boolean> & {
    /** Absent in what an older page stored: they are shown. */
    areas?: boolean
  }
  /**
   * Looked at last; the screens about one thing begin with it. Absent in what an older page stored.
   */
  selectedEquipmentId?: number | null
  /** Where one said that one is: the nearest begins there. Absent as above. */
  myRoomId?: number | null
}

const firstMap: RtlsState = {
  buildingId: null,
  floorId: null,
  mode: '2D',
  toggles: { locations: true, equipment: true, staticEquipment: false },
}

export const rtlsSlice = createSlice({
  name: 'rtls',
  initialState: firstMap,
  reducers: {
    buildingChosen: (state, action: PayloadAction<number | null>) => {
      state.buildingId = action.payload
      state.floorId = null // a floor belongs to its building
    },
    floorChosen: (state, action: PayloadAction<number | null>) => {
      state.floorId = action.payload
    },
    equipmentSelected: (state, action: PayloadAction<number | null>) => {
      state.selectedEquipmentId = action.payload
    },
    myRoomChosen: (state, action: PayloadAction<number | null>) => {
      state.myRoomId = action.payload
    },
    modeChosen: (state, action: PayloadAction<MapMode>) => {
      state.mode = action.payload
    },
    layerToggled: (state, action: PayloadAction<MapLayer>) => {
      state.toggles[action.payload] = !(state.toggles[action.payload] ?? true)
    },
  },
})
