import type { siteSurvey as contract } from '#contract/rtls/siteSurvey.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { calibrationOf, adoptCalibration, undo } from './calibration.ts'
import { beginListening, endListening, myListening, setPointRemoved, surveyOn } from './surveys.ts'

export const surveyHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  getSurvey: (scope, { params }) => surveyOn(kernel, scope, params.floorId),
  getListening: (scope) => Promise.resolve({ listening: myListening(kernel, scope) }),
  beginListening: (scope, { body }) => beginListening(kernel, scope, body),
  async endListening(scope, { body }) {
    return { listening: await endListening(kernel, scope, body.keep) }
  },
  async removeSurveyPoint(scope, { params }) {
    await setPointRemoved(kernel, scope, params.id, true)
    return { removed: true }
  },
  async restoreSurveyPoint(scope, { params }) {
    await setPointRemoved(kernel, scope, params.id, false)
    return { restored: true }
  },
  getCalibration: (scope) => calibrationOf(kernel, scope),
  takeOverCalibration: (scope) => adoptCalibration(kernel, scope),
  async undoCalibration(scope, { params }) {
    await undo(kernel, scope, params.id)
    return { undone: true }
  },
})
