import { expect, it } from 'vitest'
import type { Agent } from '../../../src/schema/agent.ts'
import { type EnvironmentFinding, VERIFIERS } from '../../../src/schema/environment-result.ts'
import type { Task } from '../../../src/schema/task.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { runEnvironment } from '../../../src/synthetic/environment/run.ts'
import {
  type CausalVerdict,
  listFindings,
  verifyCausally,
} from '../../../src/synthetic/environment/verifiers.ts'
import {
  findCall,
  readAttempt,
  readAttemptText,
  verifyLikePaper,
  verifyLikeRepo,
} from '../../support/published-calls.ts'
import { describeWithShared } from '../../support/shared-data.ts'
import { type Curated, curated, type Turn } from './curated.ts'
import { pageOf, type Shown } from './demonstration-page.ts'

const attemptOf = ({ registry }: Curated, text: string) => ({
  calls: readAttempt(text, registry.keys()),
  message: null,
})

const verdicts = new Map<Task, Map<string, CausalVerdict>>()

/** The causal verdict; some attempts are recorded several times. */
function verdictOn(task: Curated, text: string, expected = task.item.task): CausalVerdict {
  const known = verdicts.get(expected) ?? new Map<string, CausalVerdict>()
  verdicts.set(expected, known)
  const verdict = known.get(text) ?? verifyCausally(attemptOf(task, text), expected, task.registry)
  known.set(text, verdict)
  return verdict
}

const causal = (task: Curated, text: string, expected = task.item.task): boolean =>
  verdictOn(task, text, expected).correct

const found = (task: Curated, text: string): EnvironmentFinding[] =>
  listFindings(verdictOn(task, text), task.item.task, task.registry)

type AttemptTurn = Extract<Turn, { kind: 'attempt' }>
const attemptsOf = ({ turns }: Curated): AttemptTurn[] => turns.filter((turn) => turn.kind === 'attempt')

const taskOf = (id: string): Curated => {
  const task = curated.find((one) => one.id === id)
  if (task === undefined) throw new Error(`there is no ${id}`)
  return task
}
const textOf = (id: string, at: number): string => attemptsOf(taskOf(id))[at]?.attempt.join('\n') ?? ''

describeWithShared('the three curated tasks', 'synthtools', () => {
  it('are a simple, a medium and a complex one of 3, 10 and 18 golden calls', () => {
    expect(
      curated.map(({ id, item }) => [id, item.difficulty, item.task.expected_trace.steps.length]),
    ).toEqual([
      ['task2', 'simple', 3],
      ['task5', 'medium', 10],
      ['task9', 'complex', 18],
    ])
  })

  it('have one golden solution that its own environment refutes', () => {
    const accepted = curated.map((task) => causal(task, task.solution, task.bound))
    expect(accepted).toEqual([false, true, true])
    // The calculator answered otherwise, and the agent that went by its answer was turned away.
    expect(causal(taskOf('task2'), textOf('task2', 0), taskOf('task2').bound)).toBe(true)
  })
})

/** An agent that makes the recorded calls and submits the recorded attempts. */
const replaying = (task: Curated): Agent => ({
  name: 'recorded',
  async run({ tools }) {
    const names = [...task.registry.keys()]
    const invoke = (name: string, args: JsonObject) => tools.find((tool) => tool.name === name)?.invoke(args)
    for (const turn of task.turns) {
      const call = turn.kind === 'tool_call' ? findCall(turn.agent, names) : undefined
      if (call !== undefined) await invoke(call.tool, call.args)
      if (turn.kind === 'attempt')
        await invoke('submit_attempt', { calls: readAttempt(turn.attempt.join('\n'), names) })
    }
    return 'Done.'
  },
})

const submitting = (task: Curated): Agent => ({
  name: 'golden',
  async run({ tools }) {
    const { calls } = attemptOf(task, task.solution)
    await tools.find(({ name }) => name === 'submit_attempt')?.invoke({ calls })
    return 'Done.'
  },
})

describeWithShared('the curated tasks as environments', 'synthtools', () => {
  it('are solved by the golden solutions at the first attempt, by every verifier', async () => {
    for (const task of curated) {
      for (const verifier of VERIFIERS) {
        const { registry, item } = task
        const { result } = await runEnvironment(submitting(task), item, { registry, verifier })
        expect([task.id, verifier, result.solved_at, result.turns]).toEqual([task.id, verifier, 1, 1])
      }
    }
  })

  it('go as they are recorded: 8, 12 and 22 turns, the second solved at its second attempt', async () => {
    const runs = await Promise.all(
      curated.map(async (task) => {
        const options = { registry: task.registry, verifier: 'repo', attempts: 6 } as const
        const { result } = await runEnvironment(replaying(task), task.item, options)
        return [result.task_id, result.turns, result.attempts.length, result.solved_at, result.failure]
      }),
    )
    expect(runs).toEqual([
      ['task2', 8, 2, null, undefined],
      ['task5', 12, 2, 2, undefined],
      ['task9', 22, 6, null, undefined],
    ])
  })
})

describeWithShared('the recorded attempts', 'synthtools', () => {
  it('are read from the messages of the agent as they are recorded', () => {
    for (const task of curated)
      for (const { agent, attempt } of attemptsOf(task))
        expect(attemptOf(task, readAttemptText(agent))).toEqual(attemptOf(task, attempt.join('\n')))
  })

  it('get the recorded verdict from the verifier of the repository, and from the causal one', () => {
    for (const task of curated)
      for (const { attempt, verdict } of attemptsOf(task)) {
        const text = attempt.join('\n')
        const isCorrect = verdict === 'correct'
        expect([verifyLikeRepo(text, task.solution), causal(task, text)]).toEqual([isCorrect, isCorrect])
      }
  })

  it('of the simple task fail by the amount that the calculator gave', () => {
    for (const at of [0, 1])
      expect(found(taskOf('task2'), textOf('task2', at))).toMatchObject([
        {
          kind: 'wrong-argument',
          tool: 'Payment_Processor',
          pointer: '/refund_amount',
          expected: 149.48,
          actual: 137.48,
        },
      ])
  })

  it('of the medium task: the first tells the customer too late; its defaults written out count for nothing', () => {
    const task = taskOf('task5')
    const [first, ...rest] = found(task, textOf('task5', 0))
    expect(first).toMatchObject({ kind: 'wrong-order', tool: 'Customer_Notifier' })
    expect(rest.filter(({ kind }) => kind === 'wrong-argument')).toEqual([])
    expect(causal(task, textOf('task5', 0), task.byValues)).toBe(true)
  })

  it('of the complex task lack one status and report on other dates', () => {
    for (const at of [1, 2, 3, 4, 5]) {
      const findings = found(taskOf('task9'), textOf('task9', at))
      expect(findings).toMatchObject([
        { kind: 'missing-call', at: 'step_2', tool: 'Return_Status_Tracker' },
        { kind: 'wrong-argument', pointer: '/start_date', expected: '2024-02-01T00:00:00Z' },
        { kind: 'wrong-argument', pointer: '/end_date', expected: '2024-02-20T23:59:59Z' },
      ])
    }
  })

  it('are told in docs/synthetic-demonstrations.md', async () => {
    const shown = curated.map(
      (task): Shown => ({
        task,
        golden: {
          repo: verifyLikeRepo(task.solution, task.solution),
          paper: verifyLikePaper(task.solution, task.solution),
          causal: causal(task, task.solution),
          bound: causal(task, task.solution, task.bound),
        },
        attempts: attemptsOf(task).map(({ turn, attempt, verdict }) => {
          const text = attempt.join('\n')
          return {
            turn,
            recorded: verdict,
            repo: verifyLikeRepo(text, task.solution),
            causal: causal(task, text),
            byValues: causal(task, text, task.byValues),
            bound: causal(task, text, task.bound),
            findings: found(task, text),
          }
        }),
      }),
    )
    await expect(pageOf(shown)).toMatchFileSnapshot('../../../docs/synthetic-demonstrations.md')
  })
})
