import { z } from 'zod'
import { automation, automationDraft } from '#contract/automation/automation.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam, ids } from '#contract/ids.ts'
import {
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  tiny,
  treeNode,
  version,
  versionIfKnown,
} from '#contract/shapes.ts'
import { procedureTargets } from '#contract/rules/procedureTargets.ts'
import { surveyQuestion } from './survey.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

export const procedureRow = z.object({
  id: id('procedure'),
  name: z.string(),
  type: named(id('procedureType')).extend({ isTracer: z.boolean() }),
  target: z.enum(procedureTargets),
  /** The procedure applies only to equipment of these types; empty for any. */
  equipmentTypeIds: z.array(id('equipmentType')),
  description: z.string().nullable(),
  questionCount: z.number().int(),
  automationCount: z.number().int(),
  logCount: z.number().int(),
  lastDoneAt: instant.nullable(),
  /** An inactive procedure cannot be performed; its logs remain. */
  isActive: z.boolean(),
  isSigned: z.boolean(),
  updatedAt: instant,
  version,
})
export type ProcedureRow = z.infer<typeof procedureRow>

const procedureDetail = procedureRow.extend({
  /** In the order asked. All ids are positive in a response. */
  questions: z.array(surveyQuestion),
  triggeredEvents: z.array(automation),
})
export type ProcedureDetail = z.infer<typeof procedureDetail>

const procedureDraft = z.strictObject({
  name,
  typeId: id('procedureType'),
  target: z.enum(procedureTargets),
  /** Omit to keep the current value. New procedures apply to any equipment. */
  equipmentTypeIds: ids('equipmentType').optional(),
  description: text(5000).nullable().optional(),
  isActive: z.boolean().optional(),
  /** Omit to keep the current value. New procedures are unsigned. */
  isSigned: z.boolean().optional(),
  /** The whole list in order; omitted questions are deleted. Existing logs keep their own copy. */
  questions: z.array(surveyQuestion).max(300).optional(),
})

const questionDetail = surveyQuestion.extend({
  procedureId: id('procedure'),
  version,
  triggeredEvents: z.array(automation),
})

export const procedures = {
  listProcedures: query({
    method: 'POST',
    path: '/api/procedures/get',
    access: 'session',
    summary: 'Procedures, filtered and paged',
    body: listQuestion(['name', 'type', 'updatedAt', 'lastDoneAt'])
      .extend({
        filter: filterObject.optional(),
        isActive: z.boolean().optional(),
        target: z.enum(procedureTargets).optional(),
      })
      .strict(),
    response: listAnswer(procedureRow),
    keptOnDevice: true,
    reads: ['Procedure'],
  }),
  listTinyProcedures: query({
    method: 'POST',
    path: '/api/procedures/get-tiny',
    access: 'session',
    summary: 'Procedures for pickers',
    body: listQuestion(['name'])
      .extend({ filter: filterObject.optional(), ids: ids('procedure').optional() })
      .strict(),
    response: listAnswer(tiny),
    reads: ['Procedure'],
  }),
  getProcedure: query({
    method: 'GET',
    path: '/api/procedures/{id}',
    access: 'session',
    summary: 'One procedure with its questions and automations',
    params: z.object({ id: idParam('procedure') }),
    response: procedureDetail,
    keptOnDevice: true,
    reads: ({ params }) => [{ type: 'Procedure', id: params.id }],
  }),
  createProcedure: mutation({
    method: 'POST',
    path: '/api/procedures',
    access: 'can:editor|procedures',
    summary: 'Add a procedure',
    body: procedureDraft,
    response: procedureDetail,
    writes: ['Procedure'],
  }),
  /**
   * Spec section 7. Triggered events require the permission to edit automations, everything else
   * the permission to edit procedures.
   */
  updateProcedure: mutation({
    method: 'PUT',
    path: '/api/procedures/{id}',
    access: 'session',
    summary: 'Change a procedure, its questions or its triggered events',
    params: z.object({ id: idParam('procedure') }),
    body: procedureDraft.partial().extend({
      version: versionIfKnown,
      /**
       * The whole list: omitted automations are deleted. The server checks the actions of an
       * automation that is new or switched on. Switching one on ends its review.
       */
      triggeredEvents: z.array(automationDraft).max(500).optional(),
    }),
    response: procedureDetail,
    writes: ({ params }) => [
      'Procedure',
      { type: 'Procedure', id: params.id },
      'Automation',
      'Journal',
    ],
  }),
  deleteProcedure: mutation({
    method: 'DELETE',
    path: '/api/procedures/{id}',
    access: 'can:editor|procedures',
    summary: 'Remove a procedure; its logs stay, automations that name it go under review',
    params: z.object({ id: idParam('procedure') }),
    response: z.object({ deleted: z.literal(true) }),
    writes: ({ params }) => ['Procedure', { type: 'Procedure', id: params.id }, 'Automation'],
  }),
  getProcedureTree: query({
    method: 'GET',
    path: '/api/procedure-tree',
    access: 'session',
    summary: 'Types (b…) holding procedures; past 5,000 the last branch, b0, says how many more',
    response: z.array(treeNode),
    reads: ['Procedure', 'ProcedureType'],
  }),
  getRolesUsers: query({
    method: 'GET',
    path: '/api/procedures/roles-users',
    access: 'session',
    summary: 'Roles and users an automation may name',
    response: z.object({ roles: z.array(named(id('role'))), users: z.array(named(id('user'))) }),
    reads: ['User', 'Role'],
  }),
  getSurveyQuestion: query({
    method: 'GET',
    path: '/api/survey-questions/{id}',
    access: 'session',
    summary: 'One question',
    params: z.object({ id: idParam('surveyQuestion') }),
    response: questionDetail,
    reads: ({ params }) => [{ type: 'SurveyQuestion', id: params.id }],
  }),
  updateSurveyQuestion: mutation({
    method: 'PUT',
    path: '/api/survey-questions/{id}',
    access: 'session',
    summary: 'Change one question, or the triggered events of its answers',
    params: z.object({ id: idParam('surveyQuestion') }),
    body: surveyQuestion
      .omit({ id: true })
      .partial()
      .extend({
        version: versionIfKnown,
        /**
         * The whole list of automations that depend on this question's answers, and each must;
         * omitted automations are deleted.
         */
        triggeredEvents: z.array(automationDraft).max(500).optional(),
      }),
    response: questionDetail,
    writes: ({ params, response }) => [
      { type: 'SurveyQuestion', id: params.id },
      'Procedure',
      { type: 'Procedure', id: response.procedureId },
      'Automation',
      'Journal',
    ],
  }),
}
