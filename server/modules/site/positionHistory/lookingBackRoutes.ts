import type { lookingBack as contract } from '#contract/rtls/lookingBack.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { moments } from './moments.ts'
import { traceAsCsv, traceAsGeoJson, traceOf } from './trace.ts'

export const lookingBackHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  getMoments: (scope, { body }) => moments(scope, body),
  async exportTrace(scope, { body: { format, ...asked }, wire }) {
    const trace = await traceOf(scope, asked)
    await scope.transaction(({ db, actor }) =>
      recordSecurity(kernel, db, {
        kind: 'exported',
        companyId: actor.companyId,
        byUserId: actor.userId,
        network: wire.from,
        detail: { what: 'trace', rows: trace.rows.length },
      }),
    )
    return wire.download(
      format === 'csv'
        ? { name: 'trace.csv', mime: 'text/csv; charset=utf-8', bytes: traceAsCsv(trace) }
        : { name: 'trace.geojson', mime: 'application/geo+json', bytes: traceAsGeoJson(trace) },
    )
  },
})
