import type { Baseline, Origin } from '../schema/baseline.ts'
import type { Gate } from '../schema/gate.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import type { MadeTask } from './attempt.ts'

export interface RunOrigin {
  id: string
  commit?: string
  /** Day, `2026-01-31`. */
  date?: string
}

const uniteLists = (left: readonly string[] = [], right: readonly string[] = []): string[] =>
  [...new Set([...left, ...right])].sort()

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])
const dropItems = (items: readonly string[], others: readonly string[]): string[] =>
  items.filter((item) => !others.includes(item))

export const buildOrigin = (
  { id, commit, date }: RunOrigin,
  { models = [], tools }: Pick<MadeTask, 'models' | 'tools'>,
  accepted: string | undefined,
): Origin => ({
  runs: [id],
  ...(commit === undefined ? {} : { commit }),
  ...(models.length === 0 ? {} : { models: uniteLists(models) }),
  ...(tools === undefined ? {} : { tools: [tools] }),
  ...dropUndefinedFields({ date, accepted }),
})

/** Origin of a record to which another run was added. */
export function poolOrigin(before: Origin, now: Origin): Origin {
  const models = uniteLists(before.models, now.models)
  const tools = uniteLists(before.tools, now.tools)
  const date = [before.date, now.date]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1)
  return {
    ...before,
    ...now,
    runs: [...new Set([...before.runs, ...now.runs])],
    ...(models.length === 0 ? {} : { models }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(date === undefined ? {} : { date }),
  }
}

type Field = Gate['origin'][number]['field']

/** What each task was made with that differs from its record; what either side does not state is left out. */
export function listOriginChanges(baseline: Baseline, suite: readonly MadeTask[]): Gate['origin'] {
  const sides: Record<Field, (record: Origin, now: MadeTask) => [string[], string[]]> = {
    models: (record, now) => [record.models ?? [], [...(now.models ?? [])]],
    tools: (record, now) => [record.tools ?? [], listOf(now.tools)],
  }
  return (['models', 'tools'] as const).flatMap((field) => {
    const pairs = suite.flatMap((task) => {
      const record = baseline.tasks[task.key]
      return record === undefined ? [] : [sides[field](record.origin, task)]
    })
    const other = pairs.filter(
      ([before, now]) =>
        before.length > 0 &&
        now.length > 0 &&
        dropItems(before, now).concat(dropItems(now, before)).length > 0,
    )
    if (other.length === 0) return []
    const before = uniteLists(other.flatMap(([then, now]) => dropItems(then, now)))
    const now = uniteLists(other.flatMap(([then, present]) => dropItems(present, then)))
    return [{ field, before, now, tasks: other.length }]
  })
}
