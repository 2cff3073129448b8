export { addPerson, makeCompany, type StandardRole } from './company.ts'
export { hashPassword } from './passwords.ts'
export { authHandlers } from './routes.ts'
export { isEmptyInstallation, makeSetupLink } from './setup.ts'
