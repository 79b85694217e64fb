import { describe, expect, test } from 'vitest'
import { fillTemplate, holdsKey, isTemplate } from '../../../src/schema/binding.ts'
import { LEVELS, type Step, type Task } from '../../../src/schema/task.ts'
import type { Call } from '../../../src/schema/trace.ts'
import { schemaAt } from '../../../src/scoring/provenance.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { carries } from '../../../src/scoring/tokens.ts'
import type { Json } from '../../../src/shared/json.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { listLiteralLeaves } from '../../../src/suites/audit/literal-leaves.ts'
import { shippedCatalogue } from '../../../src/suites/generate/catalogue.ts'
import {
  DEFAULT_COUNTS,
  generateSuite,
  type SuiteOptions,
} from '../../../src/suites/generate/generate-suite.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import type { LeafSchema } from '../../../src/tasks/equality.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { removeClosing } from '../../../src/tools/content/answer-request.ts'
import { buildRightTraceOf } from '../../support/patterns.ts'
import { performGold } from '../../support/perform.ts'
import { describeWithShared, readSharedLines } from '../../support/shared-data.ts'
import { generatePlainTasks, generateTasks } from '../../support/suites.ts'

const suites = new Map([
  [42, generatePlainTasks()],
  [31_337, generateTasks(31_337, { L0_node: 24, L1_chain: 32, L2_parallel: 20, L3_dag: 24 })],
])
const SEEDS = [...suites.keys()]
const suiteOf = (seed: number): readonly Task[] => suites.get(seed) ?? []
const textOf = (options: SuiteOptions): string =>
  [...generateSuite({ ...options, vet: false })].map(taskToLine).join('\n')

/** Names of the tasks of which something does not hold. */
const failing = (seed: number, holds: (task: Task) => boolean): string[] =>
  suiteOf(seed)
    .filter((task) => !holds(task))
    .map((task) => `${task.task_id} ${task.pattern}`)

test.each(SEEDS)('mails of the suite of seed %d allow a greeting and a signature', (seed) => {
  const isMail = ({ tool_name, arguments: args }: Step): boolean =>
    tool_name === 'send_email' && isTemplate(args.body as Json)
  const greet = ({ tool_name, arguments: args, ...call }: Call): Call => ({
    ...call,
    tool_name,
    arguments:
      tool_name === 'send_email' ? { ...args, body: `Hello,\n\n${args.body}\n\nBest regards` } : args,
  })
  let mails = 0
  for (const task of suiteOf(seed).filter(({ expected_trace }) => expected_trace.steps.some(isMail))) {
    const trace = performGold(task)
    if (!trace.calls.some(({ tool_name }) => tool_name === 'send_email')) continue
    mails++
    const greeted = { ...trace, calls: trace.calls.map(greet) }
    expect(scoreTrace(task, greeted, registry), task.task_id).toMatchObject({ solved: true })
  }
  expect(mails).toBeGreaterThan(3)
})

describe('a suite', () => {
  test('is the same, byte for byte, for the same seed', () => {
    const options = { seed: 42, counts: { L0_node: 12, L1_chain: 16, L2_parallel: 10, L3_dag: 12 } }
    expect(textOf(options)).toBe(textOf(options))
  })

  test('differs between seeds, in its tasks and in its world', () => {
    const prompts = new Set(suiteOf(31_337).map((task) => task.prompt))
    expect(suiteOf(42).filter((task) => prompts.has(task.prompt)).length).toBeLessThan(10)
    expect(suiteOf(31_337)[0]?.world).not.toEqual(suiteOf(42)[0]?.world)
  })

  test('has the size of the published one unless told otherwise', () => {
    for (const level of LEVELS) {
      expect(suiteOf(42).filter((task) => task.level === level)).toHaveLength(DEFAULT_COUNTS[level])
    }
    const some = generateTasks(5, { L1_chain: 3, L3_dag: 2 })
    expect(some.map((task) => task.task_id)).toEqual([
      'L1_chain_0001',
      'L1_chain_0002',
      'L1_chain_0003',
      'L3_dag_0004',
      'L3_dag_0005',
    ])
    expect(generateTasks(5, {}, { vet: true })).toEqual([])
  })

  test('keeps the tasks of a level when another level grows', () => {
    const prompts = (l0: number) =>
      generateTasks(9, { L0_node: l0, L2_parallel: 8 })
        .filter((task) => task.level === 'L2_parallel')
        .map((task) => task.prompt)
    expect(prompts(0)).toEqual(prompts(12))
  })

  test.each([-1, 1.5, Number.NaN])('refuses %s as a seed and as a count', (bad) => {
    expect(() => [...generateSuite({ seed: bad })]).toThrow(
      /^Failed to generate a suite: the seed .* Give one/,
    )
    expect(() => [...generateSuite({ seed: 1, counts: { L0_node: bad } })]).toThrow(/the count of L0_node/)
  })
})

describe.each(SEEDS)('the suite of seed %i', (seed) => {
  test('draws on no pattern twice before it has drawn on all that have something to give', () => {
    for (const level of LEVELS) {
      const named = shippedCatalogue().patterns[level].map(({ name }) => name)
      // Where several patterns share a name, tasks do not say which of them they are of.
      const patterns = new Set(named.filter((name) => named.indexOf(name) === named.lastIndexOf(name)))
      const names = suiteOf(seed).flatMap(({ level: own, pattern = '' }) =>
        own === level && patterns.has(pattern) ? [pattern] : [],
      )
      // A pattern may fail to give a task once in a while.
      expect(new Set(names).size, level).toBeGreaterThanOrEqual(Math.min(names.length, patterns.size) - 2)
    }
  })

  test('keeps the rules of the audit that cost little', async () => {
    const rules = ['duplicates', 'oracle', 'answer-in-prompt', 'discriminating', 'calibration'] as const
    const some = suiteOf(seed).filter((_, i) => i % 25 === 0)
    expect((await auditSuite(some, registry, { rules })).findings).toEqual([])
  })

  test('loads, line by line', () => {
    for (const task of suiteOf(seed)) {
      const [line] = parseSuite(taskToLine(task), 'generated.suite.jsonl')
      expect(line?.task).toEqual(task)
    }
  })

  test('is solved by an agent that does what is expected', () => {
    const imperfect = failing(seed, (task) => {
      const { solved, score, weak, approximate, warnings } = scoreTrace(
        task,
        buildRightTraceOf(task),
        registry,
      )
      return solved && score === 1 && !weak && !approximate && warnings.length === 0
    })
    expect(imperfect).toEqual([])
  })

  test('offers the needed tools and three that help with nothing', () => {
    const flawed = failing(seed, (task) => {
      const needed = new Set(task.expected_trace.steps.map((step) => step.tool_name))
      const others = task.available_tools.filter((name) => !needed.has(name))
      const rivals = [...needed].flatMap((name) => {
        const { capability, effect } = registry.get(name) as { capability: string; effect: string }
        return others.filter((other) => {
          const tool = registry.get(other)
          return tool?.capability === capability && (tool.effect !== 'read' || effect !== 'read')
        })
      })
      return (
        new Set(task.available_tools).size === needed.size + 3 &&
        others.length === 3 &&
        task.num_tools_offered === task.available_tools.length &&
        rivals.length === 0
      )
    })
    expect(flawed).toEqual([])
  })

  test('puts the needed tools at any place of the offer', () => {
    const first = suiteOf(seed).filter(
      (task) => task.available_tools[0] === task.expected_trace.steps[0]?.tool_name,
    )
    expect(first.length).toBeLessThan(suiteOf(seed).length / 2)
  })
})

const DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

/** A name whose capitals show where it begins and ends. */
const NAME = /^\p{Lu}[^\s]*( \p{Lu}[^\s]*)+$/u

/** Whether a prompt states a value: a number as a token, a text in quotation marks, a single word or a name as it is. */
function states(prompt: string, value: Json): boolean {
  if (typeof value !== 'string') return carries(prompt, value)
  if (prompt.includes(`"${value}"`) || prompt.includes(`\`${value}\``)) return true
  return (!/\s/.test(value) || DATE.test(value) || NAME.test(value)) && carries(prompt, value)
}

describe.each(SEEDS)('the prompts of seed %i', (seed) => {
  test('state every value that is not bound', () => {
    const missing = suiteOf(seed).flatMap((task) =>
      task.expected_trace.steps.flatMap((step) => {
        const schema = registry.get(step.tool_name)?.inputSchema as LeafSchema
        return listLiteralLeaves(step.arguments)
          .filter(
            ({ pointer, value }) =>
              pointer !== '' && schemaAt(schema, pointer)?.default !== value && !states(task.prompt, value),
          )
          .map(({ pointer, value }) => `${task.task_id} ${task.pattern} ${step.tool_name}${pointer} ${value}`)
      }),
    )
    expect(missing).toEqual([])
  })

  test('name no tool', () => {
    const named = failing(seed, (task) => [...registry.keys()].every((name) => !carries(task.prompt, name)))
    expect(named).toEqual([])
  })

  test('ask for an answer exactly where one is graded', () => {
    const flawed = failing(seed, (task) => {
      const asked = task.prompt.includes('ANSWER:')
      return asked === (task.expected_final_answer !== undefined)
    })
    expect(flawed).toEqual([])
  })

  test('quote every template, and ask for one text in about ten tasks in other words', () => {
    const unquoted = failing(seed, (task) =>
      task.expected_trace.steps
        .flatMap((step) => Object.values(step.arguments))
        .filter(isTemplate)
        .every((text) => task.prompt.includes(fillTemplate(text))),
    )
    expect(unquoted).toEqual([])
    const inOwnWords = suiteOf(seed).filter(({ expected_trace: { steps }, expected_final_answer = null }) =>
      [...steps.map((step) => step.arguments), expected_final_answer].some((value) =>
        holdsKey(value, new Set(['$text'] as const)),
      ),
    )
    const share = inOwnWords.length / suiteOf(seed).length
    expect(share).toBeGreaterThan(0.06)
    expect(share).toBeLessThan(0.14)
  })

  test('make no demands of the form of a value', () => {
    const demanding = failing(
      seed,
      (task) =>
        !/unrounded|exactly as it|as it came out|labelled|flat JSON|capital letters|first \w+ characters/i.test(
          removeClosing(task.prompt).replace(/"[^"]*"/g, ''),
        ),
    )
    expect(demanding).toEqual([])
  })
})

const wordsOf = (prompts: readonly string[]): number => {
  const counts = prompts.map((prompt) => prompt.split(/\s+/).length).sort((a, b) => a - b)
  const middle = counts.length >> 1
  return counts.length % 2 === 1
    ? (counts[middle] as number)
    : ((counts[middle - 1] as number) + (counts[middle] as number)) / 2
}

describeWithShared('the length of prompts', 'comptoolbench', () => {
  const published = readSharedLines('comptoolbench/tasks.jsonl').map(
    (line) => JSON.parse(line) as { level: string; prompt: string },
  )

  test.each(LEVELS)('of %s is at most one and a half times the published one, in the median', (level) => {
    const given = wordsOf(published.filter((task) => task.level === level).map(({ prompt }) => prompt))
    for (const seed of SEEDS) {
      const own = suiteOf(seed).filter((task) => task.level === level)
      expect(wordsOf(own.map(({ prompt }) => removeClosing(prompt))), `seed ${seed}`).toBeLessThanOrEqual(
        1.5 * given,
      )
    }
  })
})
