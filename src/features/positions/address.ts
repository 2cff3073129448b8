import { filterAddress } from '#entities/filterObject/filterAddress.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { roomLayers } from './map/mapLayers.ts'
import type { MapMode } from './rtlsSlice.ts'
import { spanKinds } from './replay/span.ts'

export const assetTabs = ['now', 'stays', 'history', 'log'] as const
export const mapModes = ['2D', '3D', 'stack'] as const satisfies readonly MapMode[]

/** Everything the map keeps in its address: a link shows what its sender saw. */
const mapAddress = {
  ...filterAddress,
  building: inAddress.integer(),
  floor: inAddress.integer(),
  mode: inAddress.text(),
  search: inAddress.text(),
  /** The equipment whose panel is open. */
  id: inAddress.integer(),
  /** The room that is asked about. */
  room: inAddress.integer(),
  tab: inAddress.oneOf(assetTabs, 'now'),
  /** Looking back: a span that begins so long ago, and the moment shown, as epoch seconds. */
  replay: inAddress.oneOf(['', ...spanKinds], ''),
  /** Of one's own span. */
  since: inAddress.text(),
  until: inAddress.text(),
  at: inAddress.integer(),
  placing: inAddress.flag(),
  /** What is told of rooms. */
  layer: inAddress.oneOf(['', ...roomLayers], ''),
}

export const useMapAddress = () => useAddressState(mapAddress)
export type MapAddress = ReturnType<typeof useMapAddress>
