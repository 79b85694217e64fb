import type { ModelAnswer } from '../../models/ask.ts'
import type { Task } from '../../schema/task.ts'
import { listUnaskedCalls, type RequestVerdict } from '../../suites/audit/request-judge.ts'
import { normalise } from '../dedupe/dedupe.ts'
import type { EnvironmentTask } from './environment-task.ts'
import { buildRefutation, type Proof, proveInvalid, proveValid, type RejectedTaskReason } from './prove.ts'
import type { Drafts, InvalidDraft, ValidDraft } from './to-task.ts'
import { type PlanItem, TOOL_COUNTS, type Workshop } from './tool-sets.ts'

/** How many tasks a plan is to get. */
export interface WantedCounts {
  readonly valid: number
  readonly invalid: number
}

/** A draft that was refuted at last. */
interface Dropped {
  readonly valid: boolean
  readonly prompt: string
  readonly reason: RejectedTaskReason
  readonly problems: readonly string[]
}

interface Bench {
  readonly plan: PlanItem
  readonly wanted: WantedCounts
  readonly workshop: Workshop
  judge(task: Task): Promise<ModelAnswer<RequestVerdict>>
}

/** Drafts of one plan under proof, over all attempts: what was proved once stays. */
export class TaskBench {
  readonly #bench: Bench
  readonly #proved = { valid: [] as EnvironmentTask[], invalid: [] as EnvironmentTask[] }
  readonly #prompts = new Set<string>()
  /** Prompts that were proved in an earlier attempt: the model was told to keep them. */
  #before: ReadonlySet<string> = new Set()
  dropped: Dropped[] = []
  readonly notes: string[] = []

  constructor(bench: Bench) {
    this.#bench = bench
  }

  get tasks(): EnvironmentTask[] {
    return [...this.#proved.valid, ...this.#proved.invalid]
  }

  /** Proves an answer; gives what is wrong for the model, nothing once there are enough tasks. */
  async findProblems({ valid, invalid }: Drafts): Promise<string[]> {
    this.dropped = []
    this.#before = new Set(this.#prompts)
    const problems: string[] = []
    for (const [i, draft] of valid.entries())
      problems.push(...(await this.#try(draft, 'valid')).map((text) => `valid task ${i + 1}: ${text}`))
    for (const [i, draft] of invalid.entries())
      problems.push(...(await this.#try(draft, 'invalid')).map((text) => `invalid task ${i + 1}: ${text}`))
    const short = (['valid', 'invalid'] as const).flatMap((kind) => {
      const missing = this.#bench.wanted[kind] - this.#proved[kind].length
      return missing > 0 ? [`${missing} more ${kind} ${missing === 1 ? 'task is' : 'tasks are'} wanted`] : []
    })
    if (short.length === 0) {
      // There are enough without them.
      this.dropped = []
      return []
    }
    return [...problems, ...short]
  }

  async #try(draft: ValidDraft | InvalidDraft, kind: 'valid' | 'invalid'): Promise<string[]> {
    const prompt = normalise(draft.prompt)
    const proved = this.#proved[kind]
    // Kept from an earlier attempt, or one more than wanted.
    if (this.#before.has(prompt) || proved.length >= this.#bench.wanted[kind]) return []
    const number = proved.length + 1
    const proof = await this.#judgeProof(await this.#prove(draft, kind, number))
    if (proof.ok) {
      proved.push(proof.task)
      this.#prompts.add(prompt)
      return []
    }
    const { reason, problems } = proof
    this.dropped.push({ valid: kind === 'valid', prompt: draft.prompt, reason, problems })
    return [...problems]
  }

  /** A proof with the verdict of the judge, which refutes a task whose prompt does not ask for its calls. */
  async #judgeProof(proof: Proof): Promise<Proof> {
    if (!proof.ok || !proof.task.valid) return proof
    const { task } = proof.task
    const answer = await this.#bench.judge(task)
    if (!answer.ok) {
      this.notes.push(`${task.task_id}: the judge gave no usable verdict`)
      return proof
    }
    const unasked = listUnaskedCalls(answer.value)
    return unasked.length > 0 ? buildRefutation('audit:asked', unasked) : proof
  }

  async #prove(draft: ValidDraft | InvalidDraft, kind: 'valid' | 'invalid', number: number): Promise<Proof> {
    const { difficulty, number: plan } = this.#bench.plan
    if (this.#prompts.has(normalise(draft.prompt)))
      return buildRefutation('repeated', ['another task has the same prompt'])
    const [least, most] = TOOL_COUNTS[difficulty]
    const count = new Set(draft.calls.map(({ tool }) => normalise(tool))).size
    if (kind === 'valid' && (count < least || count > most))
      return buildRefutation('difficulty', [
        `it calls ${count} different tools; a ${difficulty} task calls ${least}${Number.isFinite(most) ? ` to ${most}` : ' or more'}`,
      ])
    const slot = {
      id: `${this.#bench.workshop.set.name}-${difficulty}-${plan}-${kind}-${number}`,
      // Another world for each task, none of them the published one.
      seed: plan * 100 + (kind === 'valid' ? 0 : 50) + number,
      difficulty,
    }
    return 'because' in draft
      ? proveInvalid(draft, slot, this.#bench.workshop)
      : proveValid(draft, slot, this.#bench.workshop)
  }
}
