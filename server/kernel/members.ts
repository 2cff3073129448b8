import { sql } from 'drizzle-orm'
import { user } from '../db/schema/index.ts'

/**
 * A condition over `app_user`: somebody who accepted the membership and whom the company lets in.
 * Nothing is sent to anybody else, and nobody else acts. An invited person may be named, as an assignee
 * for example.
 */
export const isMember = sql`(${user.isActive} and ${user.acceptedAt} is not null)`
