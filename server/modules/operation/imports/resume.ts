import { inArray } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { checkImport, runImport } from './job.ts'
import { undo } from './undo.ts'

export async function resumeImports(kernel: Kernel): Promise<void> {
  const left = await asSystem(kernel.pool, (db) =>
    db
      .select()
      .from(tables.importJob)
      .where(inArray(tables.importJob.status, ['checking', 'running', 'undoing'])),
  )
  for (const { companyId, id, status } of left)
    await (status === 'running' ? runImport : status === 'undoing' ? undo : checkImport)(kernel, {
      companyId,
      id,
    })
}
