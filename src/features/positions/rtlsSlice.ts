/**
 * The map's state: building, floor, mode, layers, selection. The address wins over it; positions
 * and beacons are never stored here.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type MapMode = '2D' | '3D' | 'stack'
export type MapLayer = 'locations' | 'equipment' | 'staticEquipment' | 'areas'
export interface RtlsState {
  buildingId: number | null
  floorId: number | null
  mode: MapMode
  /** `staticEquipment` loads gateways and beacons too. */
  toggles: Record<Exclude<MapLayer, 'areas'>, boolean> & {
    /** Undefined in state stored by older pages: areas are shown. */
    areas?: boolean
  }
  /** The last selected equipment, for screens about one. Undefined in state of older pages. */
  selectedEquipmentId?: number | null
  /** The user's stated room, from which 'nearest' starts. Undefined in state of older pages. */
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
      state.floorId = null
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
