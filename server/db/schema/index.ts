/** All tables, for drizzle-kit and for the modules' queries. */
export * from './company.ts'
export * from './global.ts'
export * from './people.ts'
export * from './places.ts'
export * from './procedures.ts'
export * from './records.ts'
export * from './schedules.ts'
export * from './work.ts'
