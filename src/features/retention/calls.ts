import { retention } from '#contract/retention'
import { injectContract } from '../../api/api.ts'

export const { useGetRetentionQuery, useLazyPreviewRetentionQuery, useSetRetentionMutation } =
  injectContract(retention)
