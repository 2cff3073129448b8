export { companyHandlers } from './routes.ts'
export { companyDomainHandlers } from './domains.ts'
export { startDomainChecks } from './domainChecks.ts'
export { companyTime, timeOf, type CompanyTime } from './companyTime.ts'
