import { filterAddress } from '#entities/filterObject/filterAddress.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { roomLayers } from './map/mapLayers.ts'
import type { MapMode } from './rtlsSlice.ts'
import { spanKinds } from './replay/span.ts'

export const assetTabs = ['now', 'stays', 'history', 'log'] as const
export const mapModes = ['2D', '3D', 'stack'] as const satisfies readonly MapMode[]

/** The map's state in the address, so that a link shows what its sender saw. */
const mapAddress = {
  ...filterAddress,
  building: inAddress.id('building'),
  floor: inAddress.id('floor'),
  mode: inAddress.text(),
  search: inAddress.text(),
  id: inAddress.id('equipment'),
  room: inAddress.id('room'),
  tab: inAddress.oneOf(assetTabs, 'now'),
  /** Looking back: the span's kind, and the shown moment in epoch seconds. */
  replay: inAddress.oneOf(['', ...spanKinds], ''),
  since: inAddress.text(),
  until: inAddress.text(),
  at: inAddress.integer(),
  placing: inAddress.flag(),
  layer: inAddress.oneOf(['', ...roomLayers], ''),
}

export const useMapAddress = () => useAddressState(mapAddress)
export type MapAddress = ReturnType<typeof useMapAddress>
