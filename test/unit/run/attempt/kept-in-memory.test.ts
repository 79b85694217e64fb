import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { makeAttempt } from '../../../../src/run/attempt/make-attempt.ts'
import { createDefaultSettings } from '../../../../src/run/settings.ts'
import type { Task } from '../../../../src/schema/task.ts'
import { openWorlds } from '../../../../src/tasks/task-worlds.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { buildTask, step } from '../../../support/task.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Makes an attempt at a task that nobody holds afterwards. */
async function attempted(dir: string): Promise<WeakRef<Task>> {
  const task = buildTask('Say no.', [step(1, 'get_weather', { city: 'Oslo' })])
  const agent = { name: 'at once', run: async () => 'No.' }
  const place = { project: '', suite: 'a.suite.jsonl', key: 'key' }
  const head = { kind: 'head', project: '', agent: agent.name, options: {} } as const
  const settings = { ...createDefaultSettings(dir), outputDir: dir }
  await makeAttempt(agent, openWorlds(task, registry), place, head, settings, { attempt: 0, seed: 0 })
  return new WeakRef(task)
}

it('an attempt that is over keeps nothing of its task, although late calls are still told to it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tracewright-kept-'))
  const held: WeakRef<Task>[] = []
  for (let i = 0; i < 5; i++) held.push(await attempted(dir))
  const kept = () => held.filter((task) => task.deref() !== undefined).length
  for (let i = 0; i < 5 && kept() > 1; i++) {
    await nextTurn()
    collectGarbage()
  }
  expect(kept()).toBeLessThan(2)
})
