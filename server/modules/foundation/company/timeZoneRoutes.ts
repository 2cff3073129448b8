import type { timeZones as contract } from '#contract/company/timeZones.ts'
import { offsetAt, zoneNames, zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { formerNames, isFormerName } from './formerNames.ts'

/** Excludes legacy names such as `EST5EDT`, `GB-Eire` and `US/Pacific`. */
const chosen =
  /^(?:UTC$|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/)/
const offered = zoneNames().filter((zone) => chosen.test(zone) && !isFormerName(zone))

export const timeZoneHandlers: Handlers<typeof contract> = {
  listTimeZones({ clock }) {
    const now = clock.now().getTime()
    return Promise.resolve({
      release: zoneRelease,
      renamed: formerNames,
      rows: offered.map((zone) => ({ zone, offset: Math.round(offsetAt(now, zone) / 60_000) })),
    })
  },
}
