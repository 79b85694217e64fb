const MAX_WORDS = 6
const MAX_MORE_WORDS = 2

/** The first words of a prompt. A short word with another behind it, such as "and", does not end the name. */
function deriveName(prompt: string): string {
  const words = [...prompt.toLowerCase().matchAll(/[\p{L}\p{N}]+\s?/gu)]
  let count = MAX_WORDS
  while (count < MAX_WORDS + MAX_MORE_WORDS && /^\p{L}{1,3}\s$/u.test(words[count - 1]?.[0] ?? '')) count++
  const name = words.slice(0, count).map(([word]) => word.trim())
  return name.join('_') || 'task'
}

/** Names tasks by their prompts, each by a name of its own; a prompt that is known keeps its names. */
export class TaskNames {
  private readonly byPrompt = new Map<string, string[]>()
  private readonly taken: Set<string>

  constructor(known: readonly { task_id: string; prompt: string }[]) {
    this.taken = new Set(known.map(({ task_id }) => task_id))
    for (const { task_id, prompt } of known) {
      const names = this.byPrompt.get(prompt) ?? []
      if (!names.includes(task_id)) this.byPrompt.set(prompt, [...names, task_id])
    }
  }

  /**
   * @param i Which of the tasks with this prompt, from 0
   * @param base Name of a new task; by default the first words of the prompt
   */
  assignName(prompt: string, i = 0, base: string = deriveName(prompt)): string {
    const names = this.byPrompt.get(prompt) ?? []
    const before = names[i]
    if (before !== undefined) return before
    const name = this.reserveName(base)
    this.byPrompt.set(prompt, [...names, name])
    return name
  }

  /** The name itself, or with a number behind it where it is taken. */
  private reserveName(base: string): string {
    let name = base
    for (let i = 2; this.taken.has(name); i++) name = `${base}_${i}`
    this.taken.add(name)
    return name
  }
}
