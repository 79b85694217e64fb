import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LEVELS } from '../../src/schema/task.ts'
import { generateSuite } from '../../src/suites/generate/generate-suite.ts'
import { taskToLine } from '../../src/suites/load/task-line.ts'

const folder = resolve(import.meta.dirname, '../../example-project/suites')

describe("the example project's suites", () => {
  const tasks = [...generateSuite({ seed: 42 })]
  it.each(LEVELS)('hold what the generator draws: %s', (level) => {
    const file = resolve(folder, `${level.replace('_', '-').toLowerCase()}.suite.jsonl`)
    const lines = tasks.filter((task) => task.level === level).map(taskToLine)
    expect(`${lines.join('\n')}\n` === readFileSync(file, 'utf8'), 'run `npm run make:suites`').toBe(true)
  })
})
