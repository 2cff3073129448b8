import { venueImports as contract } from '#contract/venueImports'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { forgetFacts } from './engine.ts'
import { populate } from './populate.ts'
import { isSimulated } from './simulator.ts'
import { apply, oneImport, readFiles, viewOf } from './venueImports.ts'

export function venueHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    readVenueFiles: (scope, { wire }) => readFiles(kernel, scope, wire),
    getVenueImport: async (scope, { params }) => viewOf(scope, await oneImport(scope, params.id)),
    async applyVenueImport(scope, { params, body }) {
      const done = await apply(scope, params.id)
      if (body.populate === true && (await isSimulated(kernel, scope)))
        await populate(scope, done.buildingIds)
      forgetFacts(kernel, scope.actor.companyId)
      return done
    },
  }
}
