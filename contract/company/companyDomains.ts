/**
 * Email domains of a company, verified by a DNS TXT record. For addresses in a verified domain, the
 * sign-in page offers the company's provider (decision 57).
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { instant, text } from '#contract/shapes.ts'

export const MAX_COMPANY_DOMAINS = 20

/** `lapsed`: was verified, but its record has been missing for days. */
const domainStates = ['waiting', 'proved', 'lapsed'] as const
/** Why the last check failed. `otherCompany`: another company has verified this domain. */
const domainFaults = ['noRecord', 'noAnswer', 'otherCompany'] as const
export type DomainFault = (typeof domainFaults)[number]

export const companyDomain = z.object({
  id: id('companyDomain'),
  /** In lower case. International names are in ASCII form (Punycode). */
  domain: z.string(),
  state: z.enum(domainStates),
  /** The host name for the TXT record. A record on the domain itself is accepted too. */
  recordName: z.string(),
  recordValue: z.string(),
  provedAt: instant.nullable(),
  lapsedAt: instant.nullable(),
  lastCheckedAt: instant.nullable(),
  lastFault: z.enum(domainFaults).nullable(),
})
export type CompanyDomain = z.output<typeof companyDomain>

const access = 'can:editor|company'
const one = z.object({ id: idParam('companyDomain') })

export const companyDomains = {
  getCompanyDomains: query({
    method: 'GET',
    path: '/api/company/domains',
    access,
    summary: 'The mail domains of the company, and its own sign-in address',
    response: z.object({ signInAddress: z.string(), rows: z.array(companyDomain) }),
    reads: ['Company'],
  }),
  addCompanyDomain: mutation({
    method: 'POST',
    path: '/api/company/domains',
    access,
    security: 'settingsChanged',
    summary: 'Add a mail domain; it counts once its TXT record was found',
    body: z.strictObject({ domain: text(253, 1) }),
    response: companyDomain,
    writes: ['Company'],
  }),
  checkCompanyDomain: mutation({
    method: 'POST',
    path: '/api/company/domains/{id}/check',
    access,
    // A DNS lookup may take seconds, so it must not hold a transaction open.
    transaction: 'none',
    security: 'settingsChanged',
    idempotent: true,
    summary: 'Look for the TXT record now',
    params: one,
    response: companyDomain,
    writes: ['Company'],
  }),
  removeCompanyDomain: mutation({
    method: 'DELETE',
    path: '/api/company/domains/{id}',
    access,
    security: 'settingsChanged',
    summary: 'Remove a mail domain; its addresses are offered what everybody is offered',
    params: one,
    response: z.object({ id: id('companyDomain') }),
    writes: ['Company'],
  }),
}
