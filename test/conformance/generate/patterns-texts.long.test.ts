import { describe, expect, test } from 'vitest'
import { asked } from '../../../src/audit/rules/asked.ts'
import { AuditSubject } from '../../../src/audit/subject.ts'
import { oracle } from '../../../src/calibration/oracle.ts'
import { perform } from '../../../src/calibration/perform.ts'
import { textAgents } from '../../../src/calibration/text-agents.ts'
import { answerRequests } from '../../../src/content/answer-request.ts'
import { composeTask } from '../../../src/generate/compose-task.ts'
import type { Draft, Pattern } from '../../../src/generate/pattern.ts'
import { namedPatterns } from '../../../src/generate/patterns/index.ts'
import { isSound } from '../../../src/generate/soundness.ts'
import type { CalibrationAgent } from '../../../src/schema/agent.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { rngOf } from '../../../src/shared/rng.ts'
import { registry } from '../../../src/simulators/registry.ts'

const { L1_chain, L2_parallel, L3_dag } = namedPatterns
const PATTERNS = [...L1_chain, ...L2_parallel, ...L3_dag].map(
  (pattern) => [`${pattern.level} ${pattern.key}`, pattern] as const,
)
/** Tasks of each pattern that the agents work on, and drafts among which they are looked for. */
const TASKS = 2
const DRAFTS = 30

interface Drawn {
  draft: Draft
  task: Task
}

function drawnFrom(pattern: Pattern): Drawn[] {
  const found: Drawn[] = []
  for (let i = 0; found.length < TASKS && i < DRAFTS; i++) {
    const rng = rngOf(i, 'texts', pattern.key)
    const draft = pattern.draw(rng)
    if (draft === undefined) continue
    const task = composeTask(pattern, draft, { taskId: `t_${i}`, worldSeed: 900 + i, rng })
    if (isSound(task, registry, { mayBeWeak: pattern.weak })) found.push({ draft, task })
  }
  return found
}

/** The task in each way to put its request, with each way to ask for its answer in turn. */
function phrasingsOf({ draft, task }: Drawn): Task[] {
  const endings = draft.answer === undefined ? [] : answerRequests(draft.answer)
  return draft.prompts.map((prompt, i) => {
    const ending = endings[i % endings.length]
    return { ...task, prompt: ending === undefined ? prompt : `${prompt} ${ending}` }
  })
}

const isSolvedBy = async (agent: CalibrationAgent, task: Task): Promise<boolean> =>
  scoreTrace(task, await perform(agent, task, registry), registry).solved

describe.each(PATTERNS)('%s', (_, pattern) => {
  test('is solved by doing what is asked, and not by pasting, hedging, exchanging or denying', async () => {
    const drawn = drawnFrom(pattern)
    expect(drawn).toHaveLength(TASKS)
    for (const { task } of drawn) {
      expect(await isSolvedBy(oracle, task)).toBe(true)
      const solvedBy: string[] = []
      for (const agent of textAgents) {
        if (agent.appliesTo(task, registry) && (await isSolvedBy(agent, task))) solvedBy.push(agent.name)
      }
      expect(solvedBy, task.prompt).toEqual([])
    }
  })

  test('asks in every phrasing for what is graded, by name, and for every write', async () => {
    for (const task of drawnFrom(pattern).flatMap(phrasingsOf)) {
      expect(await asked.start().visit(new AuditSubject(task, registry)), task.prompt).toEqual([])
    }
  })
})
