import { expect, it } from 'vitest'
import type { TokenClaims } from '#contract/auth/auth.ts'
import { offsetText } from '#contract/rules/zoneText.ts'
import { sessionContext } from './sessionContext.ts'

const claims = {
  userId: 3,
  companyId: 7,
  language: 'he',
  tz: 'Asia/Jerusalem',
  ae: true,
  al: false,
  ap: true,
  permissions: ['editor|dashboards'],
  iat: 1,
  exp: 2,
  jti: 'j',
} as unknown as TokenClaims
const at = (day: string) => Date.parse(`${day}T10:00:00Z`)

it('the session context has its reach, its zone with the present offset, and no map if there is none', () => {
  expect(sessionContext(claims, at('2026-01-15'))).toEqual({
    userId: 3,
    companyId: 7,
    language: 'he',
    timezone: { tz: 'Asia/Jerusalem', offset: 120 },
    allEquipment: true,
    allLocations: false,
    allProcedures: true,
    permissions: ['editor|dashboards'],
    map: null,
  })
  expect(sessionContext(claims, at('2026-07-15')).timezone.offset).toBe(180)
})

it('the session context’s offset may be half an hour, or behind', () => {
  const offsetIn = (tz: string) =>
    offsetText(sessionContext({ ...claims, tz }, at('2026-01-15')).timezone.offset)
  expect(['Asia/Kolkata', 'America/St_Johns', 'UTC', 'Pacific/Chatham'].map(offsetIn)).toEqual([
    'UTC+05:30',
    'UTC−03:30',
    'UTC+00:00',
    'UTC+13:45',
  ])
})

it('the session context carries the map’s settings of the token', () => {
  const map = { id: 'mapbox', key: 'pk.public', secret: null }
  expect(sessionContext({ ...claims, map }, 0).map).toEqual(map)
})
