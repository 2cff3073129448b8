import { z } from 'zod'
import { query } from './endpoint.ts'
import { id, ids } from './ids.ts'
import { listAnswer, listQuestion } from './shapes.ts'

export const people = {
  listTinyUsers: query({
    method: 'POST', path: '/api/users/get-tiny', access: 'session', summary: 'People of the company, for pickers',
    body: listQuestion(['name']).extend({ ids: ids('user').optional() }).strict(),
    response: listAnswer(z.object({ id: id('user'), name: z.string(), firstName: z.string(), lastName: z.string(), roles: z.array(z.string()) })), reads: ['User'],
  }),
  listTinyCompanies: query({
    method: 'GET', path: '/api/companies/get-tiny', access: 'session', transaction: 'none', summary: 'The companies this person belongs to; the first row is the placeholder',
    response: z.array(z.object({ id: z.number().int().nullable(), uuid: z.string().nullable(), name: z.string() })), reads: ['Company'],
  }),
}
