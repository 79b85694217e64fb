import type { EnvironmentFinding } from '../../../src/schema/environment-result.ts'
import type { Curated } from './curated.ts'

/** A curated task with what was found about it. */
export interface Shown {
  task: Curated
  golden: Record<'repo' | 'paper' | 'causal' | 'bound', boolean>
  attempts: {
    turn: number
    recorded: 'correct' | 'wrong'
    repo: boolean
    causal: boolean
    byValues: boolean
    bound: boolean
    findings: EnvironmentFinding[]
  }[]
}

const says = (correct: boolean): string => (correct ? 'correct' : 'wrong')
const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
/** Values longer than a name or a figure are sentences of the data, which are not shown. */
const LONGEST = 30
const value = (one: unknown): string => {
  const text = JSON.stringify(one)
  return text.length > LONGEST ? 'a text' : `\`${text}\``
}

function findingText({ kind, at, tool = '', pointer = '', expected, actual }: EnvironmentFinding): string {
  if (kind !== 'wrong-argument') return `${kind} ${at} ${tool}`
  const wanted = expected === null ? 'not expected' : `expected ${value(expected)}`
  return `${at} ${tool} ${pointer.slice(1)}: ${actual === undefined ? 'missing' : value(actual)}, ${wanted}`
}

/** The page on the curated tasks and the recorded attempts at them. */
export const pageOf = (shown: readonly Shown[]): string =>
  `# The published demonstrations

Written by \`test/conformance/synthetic/environment.long.test.ts\` from three published tasks, their golden solutions and the
recorded attempts at them. The toolkit of a task holds its tools, its state, and the results of the recorded trajectory.

## Golden solutions

\`causal\` compares with the golden values as written. \`causal, bound\` binds the paid amount to the net amount that the
calculator returns in the same run, as our tasks do.

| task | difficulty | calls | repo | paper | causal | causal, bound |
|---|---|--:|---|---|---|---|
${shown
  .map(({ task: { id, item }, golden }) =>
    row(
      id,
      item.difficulty,
      item.task.expected_trace.steps.length,
      says(golden.repo),
      says(golden.paper),
      says(golden.causal),
      says(golden.bound),
    ),
  )
  .join('\n')}

The golden amount of task2 is refuted by its own environment: the recorded calculator gives 137.48 for the golden call, the
golden payment is 149.48. An agent that trusts the tool is judged wrong.

## Recorded attempts

\`causal\` demands the order of stages: a customer who is to be told at each step is told of the label before the item is
inspected. \`without stages\` demands only the order that the calls themselves need.

| task | turn | recorded | repo | causal | without stages | bound | what is wrong |
|---|--:|---|---|---|---|---|---|
${shown
  .flatMap(({ task, attempts }) =>
    attempts.map((one) =>
      row(
        task.id,
        one.turn,
        one.recorded,
        says(one.repo),
        says(one.causal),
        says(one.byValues),
        says(one.bound),
        one.findings.map(findingText).join('; '),
      ),
    ),
  )
  .join('\n')}

The first attempt at task5 was rejected because it writes two defaults out (\`service_level\` and \`return_shipping_cost\`).
A default that is written out asks for the same, so the causal verifier holds only its order against it: without the order
of stages it is correct.
`
