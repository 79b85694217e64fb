const MAX_WORDS = 6

const nameOf = (prompt: string): string =>
  (prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS).join('_') || 'task'

/** Names tasks by their prompts, each by a name of its own; a prompt that is known keeps its name. */
export class TaskNames {
  private readonly byPrompt: Map<string, string>
  private readonly taken: Set<string>

  constructor(known: readonly { task_id: string; prompt: string }[]) {
    this.byPrompt = new Map(known.map(({ task_id, prompt }) => [prompt, task_id]))
    this.taken = new Set(known.map(({ task_id }) => task_id))
  }

  of(prompt: string): string {
    const before = this.byPrompt.get(prompt)
    if (before !== undefined) return before
    const name = this.free(nameOf(prompt))
    this.byPrompt.set(prompt, name)
    return name
  }

  /** The name itself, or with a number behind it where it is taken. */
  free(base: string): string {
    let name = base
    for (let i = 2; this.taken.has(name); i++) name = `${base}_${i}`
    this.taken.add(name)
    return name
  }
}
