import { sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'

/**
 * SQL condition over `app_user`: the person accepted the membership and it is active. Only members
 * act and receive messages. An invited person may be named, for example as an assignee.
 */
export const isMember = sql`(${tables.user.isActive} and ${tables.user.acceptedAt} is not null)`
