/** The small nouns an administrator keeps. One pattern for all: what differs is named here. */
import type { Colour } from '#contract/colours'
import { nounCalls } from '../../entities/calls.ts'

export interface NounRow { id: number; name: string; usedBy: number; version: number; colour?: Colour; isUsable?: boolean; isTracer?: boolean }
export interface NounDraft { name: string; colour?: Colour; isUsable?: boolean; isTracer?: boolean }

export type NounKey = 'equipmentTypes' | 'equipmentStatuses' | 'locationTypes' | 'tags' | 'procedureTypes'

interface ListBody { body: { limit: number; offset: number; search?: string; sort: 'name' | '-name' | 'usedBy' | '-usedBy' } }

export interface Noun {
  key: NounKey
  /** The word in the address. */
  slug: string
  flag?: 'isUsable' | 'isTracer'
  hasColour: boolean
  /** The name of the equipment filter that shows what uses it. */
  filter?: 'type' | 'status' | 'tag' | 'placeType'
  useList(input: ListBody): { data?: { count: number; rows: NounRow[] } | undefined; isFetching: boolean; error?: unknown; refetch(): PromiseLike<{ data?: { rows: NounRow[] } | undefined }> }
  useWrites(): {
    create(draft: NounDraft): Promise<NounRow>
    update(id: number, draft: NounDraft, version: number): Promise<NounRow>
    remove(id: number): Promise<boolean>
  }
}

const types: Noun = {
  key: 'equipmentTypes', slug: 'equipment-types', hasColour: false, filter: 'type',
  useList: (input) => nounCalls.useListEquipmentTypesQuery(input),
  useWrites() {
    const [create] = nounCalls.useCreateEquipmentTypeMutation()
    const [update] = nounCalls.useUpdateEquipmentTypeMutation()
    const [remove] = nounCalls.useDeleteEquipmentTypeMutation()
    return {
      create: ({ name }) => create({ body: { name } }).unwrap(),
      update: (id, { name }, version) => update({ params: { id }, body: { name, version } }).unwrap(),
      remove: async (id) => (await remove({ params: { id } })).error === undefined,
    }
  },
}

const statuses: Noun = {
  key: 'equipmentStatuses', slug: 'equipment-statuses', hasColour: true, flag: 'isUsable', filter: 'status',
  useList: (input) => nounCalls.useListEquipmentStatusesQuery(input),
  useWrites() {
    const [create] = nounCalls.useCreateEquipmentStatusMutation()
    const [update] = nounCalls.useUpdateEquipmentStatusMutation()
    const [remove] = nounCalls.useDeleteEquipmentStatusMutation()
    const whole = ({ name, colour = 'blue', isUsable = true }: NounDraft) => ({ name, colour, isUsable })
    return {
      create: (draft) => create({ body: whole(draft) }).unwrap(),
      update: (id, draft, version) => update({ params: { id }, body: { ...whole(draft), version } }).unwrap(),
      remove: async (id) => (await remove({ params: { id } })).error === undefined,
    }
  },
}

const places: Noun = {
  key: 'locationTypes', slug: 'location-types', hasColour: false, filter: 'placeType',
  useList: (input) => nounCalls.useListLocationTypesQuery(input),
  useWrites() {
    const [create] = nounCalls.useCreateLocationTypeMutation()
    const [update] = nounCalls.useUpdateLocationTypeMutation()
    const [remove] = nounCalls.useDeleteLocationTypeMutation()
    return {
      create: ({ name }) => create({ body: { name } }).unwrap(),
      update: (id, { name }, version) => update({ params: { id }, body: { name, version } }).unwrap(),
      remove: async (id) => (await remove({ params: { id } })).error === undefined,
    }
  },
}

const tags: Noun = {
  key: 'tags', slug: 'tags', hasColour: true, filter: 'tag',
  useList: (input) => nounCalls.useListTagsQuery(input),
  useWrites() {
    const [create] = nounCalls.useCreateTagMutation()
    const [update] = nounCalls.useUpdateTagMutation()
    const [remove] = nounCalls.useDeleteTagMutation()
    return {
      create: ({ name, colour = 'blue' }) => create({ body: { name, colour } }).unwrap(),
      update: (id, { name, colour = 'blue' }, version) => update({ params: { id }, body: { name, colour, version } }).unwrap(),
      remove: async (id) => (await remove({ params: { id } })).error === undefined,
    }
  },
}

const procedureTypes: Noun = {
  key: 'procedureTypes', slug: 'procedure-types', hasColour: false, flag: 'isTracer',
  useList: (input) => nounCalls.useListProcedureTypesQuery(input),
  useWrites() {
    const [create] = nounCalls.useCreateProcedureTypeMutation()
    const [update] = nounCalls.useUpdateProcedureTypeMutation()
    const [remove] = nounCalls.useDeleteProcedureTypeMutation()
    return {
      create: ({ name, isTracer = false }) => create({ body: { name, isTracer } }).unwrap(),
      update: (id, { name, isTracer = false }, version) => update({ params: { id }, body: { name, isTracer, version } }).unwrap(),
      remove: async (id) => (await remove({ params: { id } })).error === undefined,
    }
  },
}

export const nouns: readonly Noun[] = [types, statuses, places, tags, procedureTypes]
