/** What the map shows: which building and floor, flat or in space, and which layers. Positions are never kept here. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type MapMode = '2D' | '3D'
export type MapLayer = 'locations' | 'equipment' | 'staticEquipment'
export interface RtlsState {
  buildingId: number | null
  floorId: number | null
  mode: MapMode
  toggles: Record<MapLayer, boolean>
}

export const firstMap: RtlsState = { buildingId: null, floorId: null, mode: '2D', toggles: { locations: true, equipment: true, staticEquipment: false } }

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
    modeChosen: (state, action: PayloadAction<MapMode>) => {
      state.mode = action.payload
    },
    layerToggled: (state, action: PayloadAction<MapLayer>) => {
      state.toggles[action.payload] = !state.toggles[action.payload]
    },
  },
})
