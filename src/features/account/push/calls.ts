import { push } from '#contract/push.ts'
import { injectContract } from '#api/api.ts'

export const {
  useGetPushQuery,
  useSetPushWishesMutation,
  useAddPushDeviceMutation,
  useRemovePushDeviceMutation,
  useTestPushDeviceMutation,
} = injectContract(push)
