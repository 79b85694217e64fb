import type { Ledger, Provenance } from '../schema/ledger.ts'

/** Where a run came from. */
export interface RunOrigin {
  id: string
  /** Commit of the agent's repo. */
  commit?: string
  /** Name of the model. */
  model?: string
  /** Digest of the schemas of the offered tools. */
  tools?: string
  /** Day, `2026-01-31`. */
  date?: string
}

/** What differs between the records of a ledger and a run; shown, never a reason to refuse. */
export interface OriginChange {
  field: 'commit' | 'model' | 'tools'
  /** Values in the ledger, sorted. */
  before: string[]
  now: string
  /** Records that hold another value. */
  tasks: number
}

const union = (left: readonly string[] = [], right: readonly string[] = []): string[] =>
  [...new Set([...left, ...right])].sort()

/** Provenance of a record that one run made. */
export const provenanceOf = (
  { id, commit, model, tools, date }: RunOrigin,
  accepted: string | undefined,
): Provenance => ({
  runs: [id],
  ...(commit === undefined ? {} : { commit }),
  ...(model === undefined ? {} : { models: [model] }),
  ...(tools === undefined ? {} : { tools: [tools] }),
  ...(date === undefined ? {} : { date }),
  ...(accepted === undefined ? {} : { accepted }),
})

/** Provenance of a record to which a rerun of its commit was added. */
export function poolProvenance(before: Provenance, now: Provenance): Provenance {
  const models = union(before.models, now.models)
  const tools = union(before.tools, now.tools)
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

/** What of a run's origin differs from the ledger; a field that either side does not state is left out. */
export function originChanges(ledger: Ledger, origin: RunOrigin): OriginChange[] {
  const records = Object.values(ledger.tasks).map(({ provenance }) => provenance)
  const stated = {
    commit: ({ commit }: Provenance) => (commit === undefined ? [] : [commit]),
    model: ({ models }: Provenance) => models ?? [],
    tools: ({ tools }: Provenance) => tools ?? [],
  }
  return (['commit', 'model', 'tools'] as const).flatMap((field) => {
    const now = origin[field]
    if (now === undefined) return []
    const other = records.map(stated[field]).filter((values) => values.some((value) => value !== now))
    if (other.length === 0) return []
    return [{ field, before: union(other.flat()).filter((value) => value !== now), now, tasks: other.length }]
  })
}
