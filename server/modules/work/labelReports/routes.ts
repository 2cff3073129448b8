import type { labelReports as contract } from '#contract/labelReports.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { answer, readAnswer } from './answer.ts'
import { delayBurst, makeBurst } from './burst.ts'
import {
  countToPrint,
  keptHashes,
  labelOf,
  makeCodes,
  openCode,
  revokeLabel,
  setLabel,
  setPrinted,
} from './labels.ts'
import { reportsOfTicket } from './ofTicket.ts'
import { readPage, report } from './report.ts'
import { readSettings, writeSettings } from './settings.ts'

export function labelReportHandlers(kernel: Kernel): Handlers<typeof contract> {
  const burst = makeBurst(() => kernel.clock.now().getTime())
  return {
    makeLabelCodes: (scope, { body }) => makeCodes(scope, body),
    setLabelsPrinted: async (scope, { body }) => ({ printed: await setPrinted(scope, body) }),
    countLabelsToPrint: countToPrint,
    listLabelHashes: keptHashes,
    openLabel: (scope, { params }) => openCode(scope, params.code),
    getLabel: (scope, { body }) => labelOf(scope, body),
    setLabel: (scope, { body }) => setLabel(scope, body.of, body.takesReports),
    revokeLabel: (scope, { body }) => revokeLabel(scope, body.of),
    getReportSettings: readSettings,
    setReportSettings: (scope, { body }) => writeSettings(scope, body),
    listTicketReports: (scope, { params }) => reportsOfTicket(scope, params.id),
    async readReportPage(_scope, { params, wire }) {
      await delayBurst(burst, wire.from)
      wire.nameBrowser()
      return readPage(kernel, params.code, wire.browser)
    },
    async reportByLabel(_scope, { params, body, wire }) {
      await delayBurst(burst, wire.from)
      return report(kernel, params.code, { body, device: wire.browser })
    },
    async readReportAnswer(_scope, { params, wire }) {
      await delayBurst(burst, wire.from)
      return readAnswer(kernel, params.secret)
    },
    async answerReport(_scope, { params, body, wire }) {
      await delayBurst(burst, wire.from)
      return answer(kernel, params.secret, body.isFixed)
    },
  }
}
